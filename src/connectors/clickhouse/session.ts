import type { DiscoveredField } from '../../model/field.ts'
import { TableSession, type CatalogueTable } from '../shared/table-session.ts'
import { tablesByName } from '../shared/tables.ts'
import type { ClickhouseClient } from './client.ts'
import { fieldOf, hasZone } from './types.ts'

/**
 * The tables and views of one ClickHouse database. There is no snapshot: each statement sees the rows of its own time, and a primary
 * key there sorts rows without telling them apart, so nothing is guaranteed.
 */
export class ClickhouseSession extends TableSession<ClickhouseClient> {
  constructor(client: ClickhouseClient, database: string) {
    super(client, client.statements, { path: [database], shown: inUtc })
  }

  protected override async tables(name: string | null): Promise<CatalogueTable[]> {
    const parameters = name === null ? [...this.path] : [...this.path, name]
    const listed = await this.client.statements.read(
      `select name, engine like '%View' from system.tables
       where database = {p1:String} and not is_temporary and name not like '.inner%'
         ${name === null ? '' : 'and name = {p2:String}'} order by name`,
      parameters,
    )
    const columns = await this.client.statements.read(
      `select table, name, type from system.columns
       where database = {p1:String} ${name === null ? '' : 'and table = {p2:String}'}
         and default_kind not in ('EPHEMERAL') order by table, position`,
      parameters,
    )
    const tables = tablesByName<CatalogueTable>(listed.rows, (table, [, isView]) => ({
      name: table,
      isView: isView === 1,
      fields: [],
    }))
    for (const [table, column, type] of columns.rows)
      tables.get(String(table))?.fields.push(fieldOf(String(column), String(type)))
    return [...tables.values()]
  }
}

/** A time with a zone of its own is an instant; it is shown and compared in UTC like the others. */
const inUtc = (quoted: string, { native_type }: DiscoveredField): string =>
  hasZone(native_type) ? `toTimeZone(${quoted}, 'UTC') as ${quoted}` : quoted
