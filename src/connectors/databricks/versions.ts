import { RunFailure } from '../../kernel/errors.ts'
import { quotePath } from '../../sql/quoting.ts'
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
import { tablesIn, type UnityTable } from './catalogue.ts'
import type { DatabricksClient, Place } from './client.ts'

/** The versions of Delta, see `TableVersions`. Views have none, nor have tables of other formats and of other systems. */
export class DeltaVersions extends TableVersions {
  readonly #client: DatabricksClient
  readonly #place: Place
  /** Tables as the catalogue listed them last. */
  readonly #listed = new Map<string, UnityTable>()

  constructor(client: DatabricksClient, place: Place) {
    super()
    this.#client = client
    this.#place = place
  }

  /** Takes over what the catalogue has just listed, which is not asked for again. */
  note(tables: readonly UnityTable[]): void {
    for (const table of tables) this.#listed.set(table.name, table)
  }

  blamed(error: unknown): unknown {
    if (!(error instanceof StatementRefused)) return error
    const [, id] = /\btime travel\b.*? version (\d+)/i.exec(sourceWords(error)) ?? []
    if (!this.reads(id)) return error
    const sentence =
      'The version that was read has been removed meanwhile; the next try reads the newest one.'
    return new RunFailure(sentence, { cause: error, retryable: true })
  }

  protected override at(id: string): string {
    return ` version as of ${id}`
  }

  protected override async find(table: string): Promise<Reading> {
    const listed = this.#listed.get(table) ?? (await tablesIn(this.#client, this.#place, table))[0]
    if (!listed?.isDelta) return asFound
    const history = await orRefused(
      this.#client.statements.read(`describe history ${this.#pathOf(table)} limit 1`),
    )
    if (typeof history === 'string') return withoutSnapshot(table, `${history}.`)
    const at = history.columns.findIndex(({ name }) => name === 'version')
    const id = String(history.rows[0]?.[at] ?? '')
    if (!/^\d+$/.test(id)) return withoutSnapshot(table, 'It has none.')
    const sql = `select * from ${this.#pathOf(table)}${this.at(id)}`
    const fields = await orRefused(this.#client.fieldsOf({ sql, parameters: [] }))
    if (typeof fields === 'string') return withoutSnapshot(table, `${fields}.`)
    return sameFields(fields, listed.fields)
      ? { id, fields: listed.fields }
      : withoutSnapshot(table, 'Its columns were changed after the last one.')
  }

  #pathOf(table: string): string {
    const { catalog, schema } = this.#place
    return quotePath([catalog, schema, table], this.#client.dialect)
  }
}
