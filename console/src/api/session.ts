import { answers } from './answers.ts'
import { ask } from './ask.ts'

/** What opens a session: a token, or the code of a one-time link. */
export type Proof = { token: string } | { code: string }

/** Opens a session for a page that has shown nothing yet. Throws a Refusal. */
export async function signIn(proof: Proof): Promise<void> {
  await ask('POST /api/session', { body: proof })
  answers.clear()
}

/** Opens one for a page that stays as it is, and asks anew what it shows. Throws a Refusal. */
export async function signInAgain(proof: Proof): Promise<void> {
  await ask('POST /api/session', { body: proof })
  await answers.invalidateQueries()
}

/** Ends the session of this browser. */
export async function signOut(): Promise<void> {
  await ask('DELETE /api/session', {})
  answers.clear()
}
