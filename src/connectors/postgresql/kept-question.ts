import { escapeLiteral } from 'pg'
import { sqlState } from './connection.ts'
import { withParameters } from './with-parameters.ts'

/** The servers' words for a prepared statement that they do not know, and for one whose name is taken. */
const ofOthers = new Set<unknown>(['26000', '42P05'])

/**
 * A question about one text after the other that a connection keeps parsed and planned, which is most of its price. By SQL's own PREPARE, as
 * a message of several statements has no other. Behind a pooler the next message may reach a server process that does not know it, or one
 * that another session told it: the question is then asked in full for as long as the session lasts.
 */
export class KeptQuestion {
  readonly #name: string
  readonly #sql: string
  #state: 'untold' | 'kept' | 'in full' = 'untold'

  /** `sql` has the text as `$1`; no other statement of a connection has the name. */
  constructor(name: string, sql: string) {
    this.#name = name
    this.#sql = sql
  }

  /** The question as it is asked in full. */
  inFull(text: string): string {
    return withParameters({ sql: this.#sql, parameters: [text] })
  }

  /** The statements that ask it, of which the last one has the answer; `send` sends them, and rejects with what the server says. */
  async ask<Answer>(text: string, send: (statements: readonly string[]) => Promise<Answer>): Promise<Answer> {
    if (this.#state === 'in full') return send([this.inFull(text)])
    const told = this.#state === 'untold' ? [`prepare ${this.#name} (text) as ${this.#sql}`] : []
    try {
      const answer = await send([...told, `execute ${this.#name} (${escapeLiteral(text)})`])
      this.#state = 'kept'
      return answer
    } catch (error) {
      // What failed the first time may be this statement or another; a later one shows which.
      if (told.length > 0 || ofOthers.has(sqlState(error))) this.#state = 'in full'
      throw error
    }
  }
}
