import { useEffect } from 'react'
import { answers, useAnswer } from '../api/answers.ts'
import { signInAgain } from '../api/session.ts'
import { Dialog } from '../kit/dialog.tsx'
import { TokenForm, useEntering } from './token-form.tsx'

/** Over a page whose session has ended while it was open: what is written on it stays, and goes on with the next session. */
export function SessionEnded() {
  const provider = useAnswer('GET /api/status', {}).data?.sign_in
  const entering = useEntering(signInAgain)
  useEffect(() => {
    // Who comes back from another window may have signed in there, while this page was seen all the time.
    const askAnew = () => void answers.invalidateQueries()
    window.addEventListener('focus', askAnew)
    return () => window.removeEventListener('focus', askAnew)
  }, [])
  return (
    <Dialog title="Your session has ended" isOpen>
      <p>
        Its token has expired or was revoked, or you signed out elsewhere. Sign in again: what you wrote on
        this page is still there.
      </p>
      {provider && (
        <>
          <a className="button primary" href={provider.path} target="_blank" rel="noreferrer">
            Sign in with {provider.label} in another tab
          </a>
          <p className="muted">Come back here then; or sign in with a token:</p>
        </>
      )}
      <TokenForm entering={entering} isSecond={provider != null} />
    </Dialog>
  )
}
