import type { Statement } from '../sql/print.ts'
import type { HeldSession, Rows } from './connector.ts'
import { readable } from './readable.ts'
import { SessionAround } from './session-around.ts'

/** What a statement is sent for, by ids. */
export interface Origin {
  operation_id: number
  container_id: number
}

const commentOf = ({ operation_id, container_id }: Origin): string =>
  `/* assay operation=${operation_id} container=${container_id} */ `

const comment = /^\/\* assay operation=\d+ container=\d+ \*\/ /

/** The statement as it was before it said what it is sent for. */
export const unattributed = (statement: Statement): Statement => ({
  ...statement,
  sql: statement.sql.replace(comment, ''),
})

class AttributedSession extends SessionAround {
  readonly #comment: string

  constructor(session: HeldSession, origin: Origin) {
    super(readable(session))
    this.#comment = commentOf(origin)
  }

  override query(statement: Statement): Promise<Rows> {
    return super.query(this.#attributed(statement))
  }

  override stream(statement: Statement): AsyncIterable<Rows> {
    return super.stream(this.#attributed(statement))
  }

  // In front, since servers cut long statements off where they show what runs.
  #attributed(statement: Statement): Statement {
    return { ...statement, sql: this.#comment + statement.sql }
  }
}

/**
 * The same session, whose statements say in a comment what they are sent for: who looks after a source sees which run to abort. A comment
 * is what every store shows among its running statements, and costs no request of its own.
 */
export const attributed = (session: HeldSession, origin: Origin): HeldSession =>
  new AttributedSession(session, origin)
