import { answers } from './answers.ts'
import { send } from './request.ts'

/** Opens a session with a token or a one-time code. Throws a Refusal. */
export async function signIn(proof: { token: string } | { code: string }): Promise<void> {
  await send({ method: 'POST', url: '/api/session', body: proof })
  answers.clear()
}

/** Ends the session of this browser. */
export async function signOut(): Promise<void> {
  await send({ method: 'DELETE', url: '/api/session' })
  answers.clear()
}
