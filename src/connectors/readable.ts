import type { HeldSession, Session } from './connector.ts'

/** The session with its statements. For the engine, which lets no value out of it that is not held. */
export function readable(session: HeldSession): Session {
  if (isSession(session)) return session
  throw new Error('A held session is a session of a connector.')
}

function isSession(session: HeldSession): session is Session {
  return 'query' in session && 'stream' in session
}
