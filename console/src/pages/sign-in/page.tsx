import { useEffect, useRef } from 'react'
import { useNavigate } from '@tanstack/react-router'
import type { SingleSignOn } from '../../api/api.generated.ts'
import { useAnswer } from '../../api/answers.ts'
import { signIn } from '../../api/session.ts'
import { useAddress } from '../../shell/search.ts'
import { TokenForm, useEntering } from '../../shell/token-form.tsx'
import '../../shell/shell.css'

/** Trades a token, or the code of a one-time link, for a session of this browser. */
export function SignIn() {
  const navigate = useNavigate()
  const to = useAddress().one('to')
  const { data: status } = useAnswer('GET /api/status', {})
  const entering = useEntering(async (proof) => {
    await signIn(proof)
    const next = ownAddress(to)
    // The page on which a command asks to be let in is none of the console.
    if (next.startsWith('/api/cli/authorize?')) location.replace(next)
    else await navigate({ href: next, replace: true })
  })
  useCode((code) => void entering.enter({ code }))
  return (
    <main className="sign-in">
      <h1>Assay</h1>
      {status?.sign_in && <Provider provider={status.sign_in} to={to} />}
      <TokenForm entering={entering} isSecond={status?.sign_in != null}>
        <p className="muted">
          The service wrote the first token, that of admin, into the file <code>admin-token</code> of{' '}
          <code>ASSAY_HOME</code>: the folder <code>.assay</code> where it was started, unless it was set. The
          link that it printed then needs none.
        </p>
      </TokenForm>
      {status && (
        <p className="muted">
          Version {status.version} at {location.host}
        </p>
      )}
    </main>
  )
}

/** The way in by the provider of the organisation, where one is set up; and out of it, for who has just left. */
function Provider({ provider: { label, path }, to }: { provider: SingleSignOn; to: string | undefined }) {
  const hasLeft = useAddress().one('left') !== undefined
  return (
    <div className="provider">
      <a className="button primary" href={to === undefined ? path : `${path}?to=${encodeURIComponent(to)}`}>
        Sign in with {label}
      </a>
      {hasLeft && (
        <p className="muted">
          {label} may still know you in this browser. <a href={`${path}/end`}>Sign out there too</a>
        </p>
      )}
      <p className="or">or with a token</p>
    </div>
  )
}

/** Hands over the code behind the address once, and takes it out of the address. */
function useCode(use: (code: string) => void): void {
  const isUsed = useRef(false)
  useEffect(() => {
    const code = location.hash.slice(1)
    if (code === '' || isUsed.current) return
    isUsed.current = true
    history.replaceState(history.state, '', location.pathname + location.search)
    use(code)
  })
}

/** Only an address of the console is gone to: the link that led here may be anybody's. */
function ownAddress(to: string | undefined): string {
  return to !== undefined && /^\/(?![/\\])/.test(to) ? to : '/'
}
