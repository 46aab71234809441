import type { HeldSession, Session } from '../connectors/connector.ts'
import { readable } from '../connectors/readable.ts'
import { SessionAround } from '../connectors/session-around.ts'

class RowlessSession extends SessionAround {
  override relation(
    ...[container, fields]: Parameters<Session['relation']>
  ): ReturnType<Session['relation']> {
    return super.relation(container, fields, [])
  }
}

/** The session for statements whose answer does not depend on rows: where rows would be brought for them, its relations have none. */
export function rowless(held: HeldSession): Session {
  const session = readable(held)
  return session.bringsRows ? new RowlessSession(session) : session
}
