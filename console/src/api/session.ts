import { answers } from './answers.ts'
import { ask } from './ask.ts'

/** Opens a session with a token or a one-time code. Throws a Refusal. */
export async function signIn(proof: { token: string } | { code: string }): Promise<void> {
  await ask('POST /api/session', { body: proof })
  answers.clear()
}

/** Ends the session of this browser. */
export async function signOut(): Promise<void> {
  await ask('DELETE /api/session', {})
  answers.clear()
}
