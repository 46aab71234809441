import { RunFailure } from '../../kernel/errors.ts'
import { quoteIdentifier } from '../../sql/quoting.ts'
import { StatementRefused } from '../connector.ts'
import { sourceWords } from '../readable.ts'
import {
  asFound,
  orRefused,
  sameFields,
  TableVersions,
  withoutSnapshot,
  type Reading,
} from '../shared/table-versions.ts'
import { isBareScan } from './bare-scan.ts'
import { fieldsByTable } from './catalogue.ts'
import type { Place, TrinoClient } from './client.ts'

/** The snapshots of Iceberg, see `TableVersions`. Tables of other catalogs have none, nor have views. */
export class TableSnapshots extends TableVersions {
  readonly #client: TrinoClient
  readonly #place: Place
  /** Null: the account is not told what the catalog is. */
  readonly #isIceberg: boolean | null

  private constructor(client: TrinoClient, place: Place, isIceberg: boolean | null) {
    super()
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

  override behind(table: string): string {
    return this.#isIceberg === false ? '' : super.behind(table)
  }

  /** A text that is another one whenever the rows of the table are; null where that cannot be told. */
  async stamp(table: string): Promise<string | null> {
    const reading = await this.reading(table)
    if (reading.id === null) return null
    const fields = reading.fields.map(({ name }) => this.#quoted(name)).join(', ')
    const plan = await orRefused(
      this.#client.statements.read(
        `explain (type logical, format json) select ${fields} from ${this.#pathOf(table)}${this.at(reading.id)}`,
      ),
    )
    if (typeof plan === 'string') return null
    const [[text = null] = []] = plan.rows
    return isBareScan(String(text), reading.id) ? `iceberg ${reading.id}` : null
  }

  blamed(error: unknown): unknown {
    if (!(error instanceof StatementRefused)) return error
    const [, id] = /\bsnapshot ID does not exists?: (-?\d+)/i.exec(sourceWords(error)) ?? []
    if (!this.reads(id)) return error
    const sentence = 'The snapshot that was read has expired meanwhile; the next try reads the newest one.'
    return new RunFailure(sentence, { cause: error, retryable: true })
  }

  protected override at(id: string): string {
    return ` for version as of ${id}`
  }

  protected override async find(table: string): Promise<Reading> {
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
    const sql = `select * from ${this.#pathOf(table)}${this.at(String(id))}`
    const fields = await orRefused(this.#client.fieldsOf({ sql, parameters: [] }))
    if (typeof fields === 'string') return withoutSnapshot(table, `${fields}.`)
    const now = (await fieldsByTable(this.#client, this.#place, table)).get(table) ?? []
    return sameFields(fields, now)
      ? { id: String(id), fields: now }
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
