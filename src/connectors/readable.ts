import { messageOf } from '../kernel/errors.ts'
import { opened } from '../kernel/held.ts'
import { StatementRefused, type HeldSession, type Session } from './connector.ts'

/** The session with its statements. For the engine, which lets no value out of it that is not held. */
export function readable(session: HeldSession): Session {
  if (isSession(session)) return session
  throw new Error('A held session is a session of a connector.')
}

function isSession(session: HeldSession): session is Session {
  return 'query' in session && 'stream' in session
}

/** What the source said in refusing a statement, as text; the message of any other error. Who may show it is asked before. */
export function sourceWords(error: unknown): string {
  return error instanceof StatementRefused ? opened(error.words) : messageOf(error)
}
