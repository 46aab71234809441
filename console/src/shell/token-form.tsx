import { useState, type ReactNode } from 'react'
import { Refusal } from '../api/refusal.ts'
import type { Proof } from '../api/session.ts'
import { Button } from '../kit/button.tsx'
import { EntryForm } from '../kit/entry-form.tsx'
import { TextField } from '../kit/fields.tsx'

/** Signing in, by what is done with a proof: whether it is under way, and why the last one was not taken. */
export interface Entering {
  problem: string | null
  isBusy: boolean
  enter: (proof: Proof) => Promise<void>
}

/** Follows `take`, which opens the session and throws a Refusal where the service opens none. */
export function useEntering(take: (proof: Proof) => Promise<void>): Entering {
  const [problem, setProblem] = useState<string | null>(null)
  const [isBusy, setBusy] = useState(false)
  const enter = async (proof: Proof) => {
    setBusy(true)
    setProblem(null)
    try {
      await take(proof)
    } catch (error) {
      setProblem(explain(error, proof))
    } finally {
      setBusy(false)
    }
  }
  return { problem, isBusy, enter }
}

function explain(error: unknown, proof: Proof): string {
  if (!(error instanceof Refusal)) return 'Signing in failed; try again.'
  if (error.status !== 401) return error.message
  return 'code' in proof
    ? 'This link was used before or is too old. Sign in with a token, or ask for another link.'
    : 'This token is unknown, expired or revoked.'
}

/** Asks for a token; `isSecond`: there is a better way in beside it. */
export function TokenForm({
  entering: { problem, isBusy, enter },
  isSecond,
  children,
}: {
  entering: Entering
  isSecond: boolean
  children?: ReactNode
}) {
  const submit = (form: HTMLFormElement) => {
    const token = new FormData(form).get('token')
    if (typeof token === 'string') void enter({ token: token.trim() })
  }
  return (
    <EntryForm className="token-form" submit={submit}>
      <TextField name="token" label="Token" type="password" required autoFocus autoComplete="off" />
      {problem !== null && (
        <p className="problem" role="alert">
          {problem}
        </p>
      )}
      <Button kind={isSecond ? 'plain' : 'primary'} type="submit" disabled={isBusy}>
        Sign in
      </Button>
      {children}
    </EntryForm>
  )
}
