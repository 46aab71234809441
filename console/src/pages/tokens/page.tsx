import { useState } from 'react'
import type { Token } from '../../api/api.generated.ts'
import { useAnswer, useChange } from '../../api/answers.ts'
import { Button } from '../../kit/button.tsx'
import { copyText } from '../../kit/copy.ts'
import { Empty } from '../../kit/empty.tsx'
import { Failure } from '../../kit/failure.tsx'
import { PlainTable } from '../../kit/plain-table.tsx'
import { State } from '../../kit/state.tsx'
import { Time } from '../../kit/time.tsx'
import { tell } from '../../kit/toasts.tsx'
import { PeopleTabs } from '../../people/people-tabs.tsx'
import { useRoleRefusal } from '../../shell/rights.ts'
import { NewToken } from './new-token.tsx'

/** The tokens of the person, and for Admins those of programs. */
export default function Tokens() {
  const own = useAnswer('GET /api/user-tokens', {})
  // What was made stays on the page while the list is asked again; the service tells it once.
  const [secret, setSecret] = useState<string | null>(null)
  return (
    <div className="stack">
      <title>Tokens · Assay</title>
      <h1>Tokens</h1>
      <PeopleTabs open="tokens" />
      <p>A program that sends one of these may do what you may do. Revoke those that nobody uses.</p>
      <NewToken told={setSecret} />
      {secret !== null && <Secret value={secret} forget={() => setSecret(null)} />}
      {own.error && !own.data && <Failure error={own.error} retry={() => void own.refetch()} />}
      {!own.data && !own.error && <p className="muted">Reading your tokens …</p>}
      {own.data && <Lists own={own.data} />}
    </div>
  )
}

function Lists({ own }: { own: readonly Token[] }) {
  const notAdmin = useRoleRefusal('Admin')
  const me = useAnswer('GET /api/users/me', {}).data
  const ofPrograms = useAnswer(
    'GET /api/user-tokens/service',
    {},
    { enabled: me !== undefined && notAdmin === null },
  )
  return (
    <>
      {own.length === 0 ? (
        <Empty title="You have no token" />
      ) : (
        <TokenTable label="Your tokens" tokens={own} current={me?.token?.id} />
      )}
      {ofPrograms.error && <Failure error={ofPrograms.error} retry={() => void ofPrograms.refetch()} />}
      {ofPrograms.data && ofPrograms.data.length > 0 && (
        <>
          <h2>Tokens of programs</h2>
          <TokenTable label="Tokens of programs" tokens={ofPrograms.data} current={me?.token?.id} />
        </>
      )}
    </>
  )
}

const heads = ['Token', 'Owner', 'State', 'Made', 'Last used', 'Expires', 'Act']

/** `current` is the one that the person is signed in with. */
function TokenTable({
  label,
  tokens,
  current,
}: {
  label: string
  tokens: readonly Token[]
  current: number | undefined
}) {
  return (
    <PlainTable
      label={label}
      heads={heads}
      rows={tokens.map((token) => cellsOf(token, token.id === current))}
      keys={tokens.map(({ id }) => id)}
    />
  )
}

function cellsOf(token: Token, isCurrent: boolean) {
  return [
    <span key="name">
      {token.name} {isCurrent && <span className="muted">signed in with it</span>}
    </span>,
    token.user.user_name,
    <State
      key="state"
      name={token.active ? 'success' : 'aborted'}
      word={token.active ? 'In force' : 'Revoked'}
    />,
    <Time key="made" at={token.created} />,
    token.last_used === null ? 'never' : <Time key="used" at={token.last_used} />,
    token.expiration === null ? 'never' : <Time key="expires" at={token.expiration} isExact />,
    <Switch key="act" token={token} />,
  ]
}

/** Revokes a token at once, or lets it count again. */
function Switch({ token: { id, name, active } }: { token: Token }) {
  const notAdmin = useRoleRefusal('Admin')
  const change = useChange('PUT /api/user-tokens/{id}')
  return (
    <Button
      kind={active ? 'danger' : 'plain'}
      refused={active ? null : notAdmin}
      disabled={change.isPending}
      aria-label={`${active ? 'Revoke' : 'Restore'} ${name}`}
      onClick={() =>
        change.mutate(
          { path: { id }, body: { active: !active } },
          {
            onSuccess: () => tell(active ? `${name} is revoked.` : `${name} is in force again.`),
            onError: ({ message }) => tell(message),
          },
        )
      }
    >
      {active ? 'Revoke' : 'Restore'}
    </Button>
  )
}

/** A new token, shown until the person says that they have it or leaves the page. */
function Secret({ value, forget }: { value: string; forget: () => void }) {
  const copy = () =>
    void copyText(
      value,
      'The token is copied.',
      'The browser refused to copy. Select the token and copy it yourself.',
    )
  return (
    <section className="stack" aria-label="The new token">
      <p>Copy the token now: it is not shown again.</p>
      <output className="secret">{value}</output>
      <div className="row">
        <Button kind="primary" onClick={copy}>
          Copy
        </Button>
        <Button onClick={forget}>I have it</Button>
      </div>
    </section>
  )
}
