import type { Connection } from '../../api/api.generated.ts'
import { useChange } from '../../api/answers.ts'
import { FollowedEntry } from '../../drafts/followed-entry.tsx'
import { useFollowedForm } from '../../drafts/followed-form.ts'
import { Sheet } from '../../kit/sheet.tsx'
import { TextField } from '../../kit/fields.tsx'
import { tell } from '../../kit/toasts.tsx'
import { SaveFoot } from '../../kit/save-foot.tsx'
import { useRoleRefusal } from '../../shell/rights.ts'
import { changeOf, changeProblems, typedOf } from '../../sources/connection-change.ts'
import { ConnectionLines } from '../../sources/connection-lines.tsx'
import { signInOf } from '../../sources/sign-ins.ts'
import { shownLines, storeTypeOf } from '../../sources/store-types.ts'

/** Changes how a source is reached. */
export function ChangeConnection({ connection }: { connection: Connection }) {
  const refused = useRoleRefusal('Manager')
  const { name } = connection
  return (
    <Sheet words="Change" label={`Change ${name}`} title={`Change ${name}`} refused={refused}>
      {(close) => <Form connection={connection} close={close} />}
    </Sheet>
  )
}

function Form({ connection, close }: { connection: Connection; close: () => void }) {
  const store = storeTypeOf(connection.type)
  const form = useFollowedForm({
    name: 'GET /api/connections/{id}',
    given: { path: { id: connection.id } },
    known: connection,
    draftOf: (kept) => typedOf(store, kept),
  })
  const { draft: typed } = form
  const change = useChange('PUT /api/connections/{id}')
  const problems = changeProblems(change.error)
  const put = (member: string, value: string) => form.put({ [member]: value })
  const save = (kept: Connection) =>
    change.mutate(
      { path: { id: connection.id }, body: changeOf(store, kept, typed) },
      {
        onSuccess({ name }) {
          close()
          tell(`${name} is changed.`)
        },
      },
    )
  const lines = [...shownLines(store.connection, typed), ...(signInOf(store, typed)?.lines ?? [])]
  const shown = new Set(['name', ...lines.map(({ member }) => member)])
  const isShown = problems.size > 0 && [...problems.keys()].every((member) => shown.has(member))
  const hasSecrets = store.connection.some(({ isSecret }) => isSecret)
  return (
    <FollowedEntry form={form} what="connection" save={(kept) => save(kept ?? connection)}>
      <TextField
        label="Name"
        required
        value={typed['name'] ?? ''}
        problem={problems.get('name') ?? null}
        onChange={({ target }) => put('name', target.value)}
      />
      <ConnectionLines store={store} isStored typed={typed} put={put} problems={problems} />
      {hasSecrets && (
        <p className="muted">
          Secrets are never shown; an empty field leaves its secret as it is. With another server they have to
          be given again.
        </p>
      )}
      {store.sign_ins && (
        <p className="muted">
          What it signs in with is never shown. To give that anew, choose how it signs in; another place needs
          it, too.
        </p>
      )}
      <SaveFoot change={change} isTold={isShown} />
    </FollowedEntry>
  )
}
