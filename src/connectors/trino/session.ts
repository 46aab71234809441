import { ServiceError } from '../../kernel/errors.ts'
import type { DiscoveredField } from '../../model/field.ts'
import { quoteIdentifier } from '../../sql/print.ts'
import { openedWith } from '../shared/client-session.ts'
import { TableSession, type CatalogueTable } from '../shared/table-session.ts'
import { tablesByName } from '../shared/tables.ts'
import type { Place, TrinoClient } from './client.ts'
import { fieldOf, hasZone } from './types.ts'

/**
 * The tables and views of one schema of a catalog. There is no snapshot: each statement sees the rows of its own time. The server
 * knows no keys.
 */
export class TrinoSession extends TableSession<TrinoClient> {
  readonly #place: Place

  private constructor(client: TrinoClient, place: Place) {
    super(client, client.statements, { path: [place.catalog, place.schema], shown: inUtc })
    this.#place = place
  }

  /** Throws ServiceError when the catalog has no such schema for the account. */
  static open(client: TrinoClient, place: Place): Promise<TrinoSession> {
    return openedWith(client, 'The catalog', async () => {
      const session = new TrinoSession(client, place)
      await session.#requireSchema()
      return session
    })
  }

  protected override async tables(name: string | null): Promise<CatalogueTable[]> {
    const { schema } = this.#place
    if (name !== null) {
      const found = await this.#fieldsBy('and table_name = ?', [schema, name])
      return [...found].map(([table, fields]) => ({ name: table, isView: null, fields }))
    }
    const { rows } = await this.client.statements.read(
      `select table_name, table_type from ${this.#catalogue}.tables where table_schema = ? order by 1`,
      [schema],
    )
    const fields = await this.#fieldsBy('', [schema])
    return rows.map(([table, type]) => ({
      name: String(table),
      isView: type === 'VIEW',
      fields: fields.get(String(table)) ?? [],
    }))
  }

  get #catalogue(): string {
    return `${quoteIdentifier(this.#place.catalog, this.dialect)}.information_schema`
  }

  async #requireSchema(): Promise<void> {
    const { catalog, schema } = this.#place
    const found = await this.client.statements.read(
      `select 1 from ${this.#catalogue}.schemata where schema_name = ?`,
      [schema],
    )
    if (found.rows.length > 0) return
    throw new ServiceError('connection_failed', `The catalog "${catalog}" has no schema "${schema}".`)
  }

  /** The fields of tables by their names; `only` is a further condition on the columns of the catalogue. */
  async #fieldsBy(only: string, parameters: string[]): Promise<Map<string, DiscoveredField[]>> {
    const { rows } = await this.client.statements.read(
      `select table_name, column_name, data_type from ${this.#catalogue}.columns
       where table_schema = ? ${only} order by table_name, ordinal_position`,
      parameters,
    )
    return tablesByName<DiscoveredField[]>(
      rows,
      () => [],
      (fields, [, column, type]) => void fields.push(fieldOf(String(column), String(type))),
    )
  }
}

/** An instant is shown and compared in UTC, whatever zone it was written in. */
const inUtc = (quoted: string, { native_type }: DiscoveredField): string =>
  hasZone(native_type) ? `at_timezone(${quoted}, 'UTC') as ${quoted}` : quoted
