import { ServiceError } from '../../kernel/errors.ts'
import type { ContainerReference } from '../../model/container.ts'
import type { DiscoveredField } from '../../model/field.ts'
import type { Relation } from '../../sql/ast.ts'
import { snowflake } from '../../sql/dialects/snowflake.dialect.ts'
import { quoteIdentifier } from '../../sql/quoting.ts'
import { openedWith } from '../shared/client-session.ts'
import { listedApart, TableSession, type CatalogueTable } from '../shared/table-session.ts'
import { reasonAgainst, tableRelation, tablesByName } from '../shared/tables.ts'
import type { Place, SnowflakeClient } from './client.ts'
import { fieldOf } from './types.ts'

/**
 * The tables and views of one schema. Those that Time Travel reaches are read as they were when the session was opened, the others as they
 * are at each statement.
 */
export class SnowflakeSession extends TableSession<SnowflakeClient> {
  readonly #place: Place
  /** Behind a table: the time of the service at which it is read. */
  #at: string
  /** Those that can be read as they were. */
  readonly #kept = new Set<string>()

  private constructor(client: SnowflakeClient, place: Place, at: string) {
    super(client, client.statements, { path: [place.database, place.schema] })
    this.#place = place
    this.#at = at
  }

  /** Throws ServiceError when the database has no such schema for the role. */
  static open(client: SnowflakeClient, place: Place): Promise<SnowflakeSession> {
    return openedWith(client, 'The schema', async () => {
      const session = new SnowflakeSession(client, place, await momentOf(client))
      await session.#requireSchema()
      return session
    })
  }

  protected override tables(name: string | null): Promise<CatalogueTable[]> {
    return listedApart(
      name,
      (only) => this.#fieldsBy(only),
      () => this.#names(),
    )
  }

  override relation(
    { name }: ContainerReference,
    fields: readonly DiscoveredField[],
    partitions: readonly string[] | 'all',
  ): Relation {
    const at = this.#kept.has(name) ? this.#at : ''
    return tableRelation([...this.path, name], fields, partitions, snowflake, undefined, at)
  }

  async renew(): Promise<boolean> {
    this.#at = await momentOf(this.client)
    this.#kept.clear()
    return true
  }

  async rest(): Promise<void> {
    // Nothing is held in the service.
  }

  get #catalogue(): string {
    return `${quoteIdentifier(this.#place.database, snowflake)}.information_schema`
  }

  /** Also finds out whether it can be read as it was, which only asking tells of views, shares and tables without that. */
  protected override async reasonAgainst({ name, fields }: CatalogueTable): Promise<string | null> {
    const ask = (at: string) =>
      reasonAgainst([...this.path, name], fields, snowflake, (statement) => this.query(statement), at)
    if ((await ask(this.#at)) === null) {
      this.#kept.add(name)
      return null
    }
    this.#kept.delete(name)
    return ask('')
  }

  async #requireSchema(): Promise<void> {
    const { database, schema } = this.#place
    const found = await this.client.statements.read(
      `select 1 from ${this.#catalogue}.schemata where schema_name = ?`,
      [schema],
    )
    if (found.rows.length > 0) return
    throw new ServiceError(
      'connection_failed',
      `The database "${database}" has no schema "${schema}" that the role may use; a name in lower case stands in double quotes.`,
    )
  }

  async #names(): Promise<{ name: string; isView: boolean }[]> {
    const { rows } = await this.client.statements.read(
      `select table_name, table_type from ${this.#catalogue}.tables where table_schema = ? order by 1`,
      [this.#place.schema],
    )
    return rows.map(([table, type]) => ({ name: String(table), isView: String(type).includes('VIEW') }))
  }

  /** The fields of tables by their names, of all tables (null) or of one. */
  async #fieldsBy(only: string | null): Promise<Map<string, DiscoveredField[]>> {
    const { rows } = await this.client.statements.read(
      `select table_name, column_name, data_type, numeric_precision, numeric_scale, character_maximum_length, collation_name, is_nullable
       from ${this.#catalogue}.columns where table_schema = ? ${only === null ? '' : 'and table_name = ?'} order by table_name, ordinal_position`,
      only === null ? [this.#place.schema] : [this.#place.schema, only],
    )
    return tablesByName<DiscoveredField[]>(
      rows,
      () => [],
      (fields, [, column, type, precision, scale, length, collation, nullable]) => {
        const parts = {
          type: String(type),
          precision: numberOrNull(precision),
          scale: numberOrNull(scale),
          length: numberOrNull(length),
          collation: typeof collation === 'string' ? collation : null,
        }
        fields.push(fieldOf(String(column), parts, nullable !== 'NO'))
      },
    )
  }
}

const numberOrNull = (value: unknown): number | null =>
  value === null || value === undefined ? null : Number(value)

const momentFormat = 'YYYY-MM-DD HH24:MI:SS.FF9'

async function momentOf(client: SnowflakeClient): Promise<string> {
  const { rows } = await client.statements.read(
    `select to_varchar(convert_timezone('UTC', current_timestamp()), '${momentFormat}')`,
  )
  return ` at(timestamp => to_timestamp_tz('${String(rows[0]?.[0])} +0000', '${momentFormat} TZHTZM'))`
}
