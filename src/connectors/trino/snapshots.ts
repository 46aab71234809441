import { randomBytes } from 'node:crypto'
import { RunFailure } from '../../kernel/errors.ts'
import type { DiscoveredField } from '../../model/field.ts'
import { quoteIdentifier, type Statement } from '../../sql/print.ts'
import { StatementRefused } from '../connector.ts'
import { sourceWords } from '../readable.ts'
import { isBareScan } from './bare-scan.ts'
import { fieldsByTable } from './catalogue.ts'
import type { Place, TrinoClient } from './client.ts'

/** How a session reads a table: at a snapshot with these fields, or as each statement finds it, which `remark` may say in a sentence. */
type Reading = { id: string; fields: DiscoveredField[] } | { id: null; remark: string | null }

const asFound: Reading = { id: null, remark: null }

/**
 * The snapshots of Iceberg at which a session reads the tables of one schema. Each is that of the time when the table was first asked for, so that all
 * statements of a session see the same rows. Tables of other catalogs have none, nor have views.
 */
export class TableSnapshots {
  readonly #client: TrinoClient
  readonly #place: Place
  /** Null: the account is not told what the catalog is. */
  readonly #isIceberg: boolean | null
  readonly #readings = new Map<string, Reading>()
  /** Begins what stands in statements for a snapshot that is not known yet; no text of a person has it. */
  readonly #mark = `assay_snapshot_${randomBytes(8).toString('hex')}_of_`
  /** Of tables in whose place a mark stands, by its number. */
  readonly #marked: string[] = []

  private constructor(client: TrinoClient, place: Place, isIceberg: boolean | null) {
    this.#client = client
    this.#place = place
    this.#isIceberg = isIceberg
  }

  /** Asks what the catalog is. Throws RunFailure when the server cannot be asked. */
  static async open(client: TrinoClient, place: Place): Promise<TableSnapshots> {
    const sql = 'select connector_name from system.metadata.catalogs where catalog_name = ?'
    const answer = await orRefused(client.statements.read(sql, [place.catalog]))
    const [[name = null] = []] = typeof answer === 'string' ? [] : answer.rows
    return new TableSnapshots(client, place, name === null ? null : name === 'iceberg')
  }

  /** Finds it at the first call. Throws RunFailure when the server cannot be asked. */
  async reading(table: string): Promise<Reading> {
    const known = this.#readings.get(table)
    if (known) return known
    const reading = await this.#find(table)
    this.#readings.set(table, reading)
    return reading
  }

  /** What stands behind the name of the table in a statement, which must go through `resolve`. */
  behind(table: string): string {
    if (this.#isIceberg === false) return ''
    const reading = this.#readings.get(table)
    if (reading) return at(reading)
    if (!this.#marked.includes(table)) this.#marked.push(table)
    return ` ${this.#mark}${this.#marked.indexOf(table)}_`
  }

  /** The statement with the snapshots of all tables that it names. */
  async resolve(statement: Statement): Promise<Statement> {
    let { sql } = statement
    for (const [number, table] of this.#marked.entries()) {
      const mark = ` ${this.#mark}${number}_`
      if (sql.includes(mark)) sql = sql.replaceAll(mark, at(await this.reading(table)))
    }
    return { ...statement, sql }
  }

  /** A text that is another one whenever the rows of the table are; null where that cannot be told. */
  async stamp(table: string): Promise<string | null> {
    const reading = await this.reading(table)
    if (reading.id === null) return null
    const fields = reading.fields.map(({ name }) => this.#quoted(name)).join(', ')
    const plan = await orRefused(
      this.#client.statements.read(
        `explain (type logical, format json) select ${fields} from ${this.#pathOf(table)}${at(reading)}`,
      ),
    )
    if (typeof plan === 'string') return null
    const [[text = null] = []] = plan.rows
    return isBareScan(String(text), reading.id) ? `iceberg ${reading.id}` : null
  }

  /** The error of a statement, which is not to blame for a snapshot that is there no more. */
  blamed(error: unknown): unknown {
    if (!(error instanceof StatementRefused)) return error
    const [, id] = /\bsnapshot ID does not exists?: (-?\d+)/i.exec(sourceWords(error)) ?? []
    if (![...this.#readings.values()].some((reading) => reading.id !== null && reading.id === id))
      return error
    const sentence = 'The snapshot that was read has expired meanwhile; the next try reads the newest one.'
    return new RunFailure(sentence, { cause: error, retryable: true })
  }

  async #find(table: string): Promise<Reading> {
    if (this.#isIceberg === false) return asFound
    const refs = await orRefused(
      this.#client.statements.read(
        `select snapshot_id from ${this.#pathOf(`${table}$refs`)} where name = 'main'`,
      ),
    )
    // A view has none, nor has a table of another catalog.
    if (typeof refs === 'string')
      return /does not exist/.test(refs) ? asFound : withoutSnapshot(table, `${refs}.`)
    const [[id = null] = []] = refs.rows
    if (id === null) return withoutSnapshot(table, 'It has none.')
    const found: Reading = { id: String(id), fields: [] }
    const sql = `select * from ${this.#pathOf(table)}${at(found)}`
    const fields = await orRefused(this.#client.fieldsOf({ sql, parameters: [] }))
    if (typeof fields === 'string') return withoutSnapshot(table, `${fields}.`)
    const now = (await fieldsByTable(this.#client, this.#place, table)).get(table) ?? []
    return shown(fields) === shown(now)
      ? { ...found, fields: now }
      : withoutSnapshot(table, 'Its columns were changed after the last one.')
  }

  #pathOf(table: string): string {
    const { catalog, schema } = this.#place
    return [catalog, schema, table].map((part) => this.#quoted(part)).join('.')
  }

  #quoted(name: string): string {
    return quoteIdentifier(name, this.#client.dialect)
  }
}

const at = ({ id }: Pick<Reading, 'id'>): string => (id === null ? '' : ` for version as of ${id}`)

/** Results and the catalogue write spaces and quotes within a type differently. */
const shown = (fields: readonly DiscoveredField[]): string =>
  JSON.stringify(fields.map(({ name, native_type }) => [name, native_type.replaceAll(/[\s"]/g, '')]))

const withoutSnapshot = (table: string, reason: string): Reading => ({
  id: null,
  remark: `The table "${table}" was not read at one snapshot, and rows that are written meanwhile may show. ${reason}`,
})

/** The answer, or the server's reason against the statement. */
async function orRefused<Answer>(answer: Promise<Answer>): Promise<Answer | string> {
  try {
    return await answer
  } catch (error) {
    if (error instanceof StatementRefused) return sourceWords(error)
    if (error instanceof RunFailure && error.cause instanceof StatementRefused) return error.message
    throw error
  }
}
