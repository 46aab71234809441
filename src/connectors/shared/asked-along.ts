import type { Statement } from '../../sql/print.ts'
import { unattributed } from '../attributed.ts'
import type { Rows } from '../connector.ts'
import { asksTheSame, type FirstStatement, type FirstStatements, type Question } from './first-statements.ts'

/**
 * What a session sends along when it goes on to the snapshot of a table: the statement that the table was asked first the last time. Its
 * answer is that to the first statement of this snapshot where both ask the same.
 */
export class AskedAlong {
  readonly #firsts: FirstStatements
  readonly #keyOf: (name: string) => string
  /** The table that was described last in the snapshot, and the stamp of its rows, until something is asked of them. */
  #unasked: { name: string; stamp: string | null } | null = null
  /** What a table was asked with the snapshot, and its answer. */
  #answered: { statement: Question; rows: Rows } | null = null

  /** `keyOf` tells a table of this name among all that `firsts` knows. */
  constructor(firsts: FirstStatements, keyOf: (name: string) => string) {
    this.#firsts = firsts
    this.#keyOf = keyOf
  }

  /** Forgets what belongs to the last snapshot. */
  begin(): void {
    this.#unasked = null
    this.#answered = null
  }

  /** What the table was asked first the last time; null where it is not known. */
  of(name: string): FirstStatement | null {
    return this.#firsts.of(this.#keyOf(name))
  }

  /** Takes the answer to what was sent along since `start`, a time of `performance.now()`. */
  answered(statement: Question, rows: Rows, start: number): void {
    this.#answered = { statement, rows: { ...rows, waited_ms: performance.now() - start } }
  }

  /** Of a statement that the table does not answer along with its snapshot. */
  forget(name: string): void {
    this.#firsts.forget(this.#keyOf(name))
  }

  /** Says which table the next statement is about, and the stamp of its rows; null (default) where they have none. */
  described(name: string, stamp: string | null = null): void {
    this.#unasked = { name, stamp }
  }

  /** The answer that came with the snapshot, or else what `ask` answers; remembers the first statement about a table. */
  async answerTo(statement: Statement, ask: () => Promise<Rows>): Promise<Rows> {
    const table = this.#unasked
    this.#unasked = null
    const asked = unattributed(statement)
    const start = performance.now()
    const rows = this.#known(asked) ?? (await ask())
    if (table !== null) {
      const ms = rows.waited_ms ?? performance.now() - start
      this.#firsts.note(this.#keyOf(table.name), asked, ms, table.stamp)
    }
    return rows
  }

  #known(asked: Statement): Rows | null {
    const answered = this.#answered
    return answered && asksTheSame(answered.statement, asked) ? answered.rows : null
  }
}
