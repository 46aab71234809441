import { hash } from 'node:crypto'
import type { Cell } from '../../kernel/cell.ts'
import type { Statement } from '../../sql/print.ts'
import type { Rows } from '../connector.ts'
import { AskedAlong } from '../shared/asked-along.ts'
import { FirstStatements } from '../shared/first-statements.ts'
import type { PostgresqlClient } from './client.ts'
import type { HeldTables } from './held-tables.ts'
import { KeptQuestion } from './kept-question.ts'
import { withParameters } from './with-parameters.ts'

/** Of all tables of PostgreSQL that this process reads. */
const firsts = new FirstStatements()

/**
 * What a session asks of a table in the message that opens the snapshot for it: its rows of the catalogue, and what the table was
 * asked first the last time.
 */
export class AskedAhead {
  readonly #client: PostgresqlClient
  readonly #quoted: (name: string) => string
  readonly #question: KeptQuestion
  readonly #along: AskedAlong
  readonly #held: HeldTables
  /** The rows of the catalogue that came with the snapshot, for the first who asks. */
  #catalogue: { name: string; rows: Cell[][] } | null = null

  /**
   * `question` asks the catalogue for a table, `$1`, by its quoted name, and last for what `isAsThen` says; `place` tells the database among all
   * that this process reads.
   */
  constructor(
    client: PostgresqlClient,
    held: HeldTables,
    { question, place, quoted }: { question: string; place: string; quoted: (name: string) => string },
  ) {
    this.#client = client
    this.#held = held
    // What another version has left behind a pooler has another name.
    this.#question = new KeptQuestion(`assay_table_${hash('sha256', question).slice(0, 8)}`, question)
    this.#quoted = quoted
    this.#along = new AskedAlong(firsts, (name) => `${place} ${quoted(name)}`)
  }

  /** Goes on to a new snapshot, in which the table of this name is described next; null: it is not known which. */
  async renew(name: string | null): Promise<void> {
    this.#catalogue = null
    this.#along.begin()
    this.#held.forget()
    if (name === null) await this.#client.renew()
    else if (!(await this.#renewWithFirst(name)))
      this.#catalogue = {
        name,
        rows: await this.#client.renew(this.#question.inFull(this.#quoted(name))),
      }
  }

  /** False where it is not known what the table was asked, or that fails, or the snapshot is older than the table. */
  async #renewWithFirst(name: string): Promise<boolean> {
    const statement = this.#along.of(name)
    if (statement === null) return false
    const start = performance.now()
    try {
      const { first, own } = await this.#question.ask(this.#quoted(name), (asking) =>
        this.#client.renewWith(withParameters(statement), asking),
      )
      const [row] = own
      const isAsThen = row?.at(-1)
      // It may have taken the place of another one, under whose name the snapshot does not know it.
      if (row?.[0] !== name || isAsThen === false) return false
      if (isAsThen === true) this.#held.add(this.#quoted(name))
      this.#catalogue = { name, rows: own }
      this.#along.answered(statement, first, start)
      return true
    } catch {
      this.#along.forget(name)
      return false
    }
  }

  /** The rows of the catalogue for this table, once; null where they did not come with the snapshot. */
  catalogueOf(name: string): Cell[][] | null {
    const catalogue = this.#catalogue
    this.#catalogue = null
    return catalogue?.name === name ? catalogue.rows : null
  }

  /** Says which table the next statement is about. */
  described(name: string): void {
    this.#along.described(name)
  }

  /** See AskedAlong. */
  answerTo(statement: Statement, ask: () => Promise<Rows>): Promise<Rows> {
    return this.#along.answerTo(statement, ask)
  }
}
