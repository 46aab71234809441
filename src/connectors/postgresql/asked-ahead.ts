import { hash } from 'node:crypto'
import type { Cell } from '../../kernel/cell.ts'
import type { Statement } from '../../sql/print.ts'
import { unattributed } from '../attributed.ts'
import type { Rows } from '../connector.ts'
import type { PostgresqlClient } from './client.ts'
import { asksTheSame, FirstStatements, withParameters, type Question } from './first-statements.ts'
import { KeptQuestion } from './kept-question.ts'

/** Of all tables that this process reads. */
const firsts = new FirstStatements()

/** `key` tells the table among all that this process reads; `quoted` is its name in the question of the catalogue. */
interface AskedTable {
  key: string
  quoted: string
}

/**
 * What a session asks of a table in the message that opens the snapshot for it: its rows of the catalogue, and what the table was
 * asked first the last time.
 */
export class AskedAhead {
  readonly #client: PostgresqlClient
  readonly #tableOf: (name: string) => AskedTable
  readonly #question: KeptQuestion
  /** The rows of the catalogue that came with the snapshot, for the first who asks. */
  #catalogue: { name: string; rows: Cell[][] } | null = null
  /** The table that was described last in the snapshot, until something is asked of its rows. */
  #unasked: string | null = null
  /** What a table was asked with the snapshot, and its answer. */
  #answered: { statement: Question; rows: Rows } | null = null

  /** `question` asks the catalogue for a table, `$1`. */
  constructor(client: PostgresqlClient, question: string, tableOf: (name: string) => AskedTable) {
    this.#client = client
    // What another version has left behind a pooler has another name.
    this.#question = new KeptQuestion(`assay_table_${hash('sha256', question).slice(0, 8)}`, question)
    this.#tableOf = tableOf
  }

  /** Goes on to a new snapshot, in which the table of this name is described next; null: it is not known which. */
  async renew(name: string | null): Promise<void> {
    this.#catalogue = null
    this.#answered = null
    this.#unasked = null
    if (name === null) await this.#client.renew()
    else if (!(await this.#renewWithFirst(name)))
      this.#catalogue = {
        name,
        rows: await this.#client.renew(this.#question.inFull(this.#tableOf(name).quoted)),
      }
  }

  /** False where it is not known what the table was asked, or that fails. */
  async #renewWithFirst(name: string): Promise<boolean> {
    const { key, quoted } = this.#tableOf(name)
    const statement = firsts.of(key)
    if (statement === null) return false
    const start = performance.now()
    try {
      const { first, second } = await this.#question.ask(quoted, (asking) =>
        this.#client.renewWith(asking, withParameters(statement)),
      )
      this.#catalogue = { name, rows: first }
      this.#answered = { statement, rows: { ...second, waited_ms: performance.now() - start } }
      return true
    } catch {
      firsts.forget(key)
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
    this.#unasked = name
  }

  /** The answer that came with the snapshot, or else what `ask` answers; remembers the first statement about a table. */
  async answerTo(statement: Statement, ask: () => Promise<Rows>): Promise<Rows> {
    const table = this.#unasked
    this.#unasked = null
    const asked = unattributed(statement)
    const start = performance.now()
    const rows = this.#known(asked) ?? (await ask())
    if (table !== null)
      firsts.note(this.#tableOf(table).key, asked, rows.waited_ms ?? performance.now() - start)
    return rows
  }

  #known(asked: Statement): Rows | null {
    const answered = this.#answered
    return answered && asksTheSame(answered.statement, asked) ? answered.rows : null
  }
}
