import type { PostgresqlClient } from '../postgresql/client.ts'
import { SnapshotSession, type CatalogueTable } from '../shared/table-session.ts'
import { fieldless, tablesByName } from '../shared/tables.ts'
import { columnOf } from './types.ts'

/** One row per column of a schema ($1); $2: a table's name, or '' for all. The views have external tables and late-binding views, too. */
const columnsSql = `select t.table_name, t.table_type, c.column_name, c.data_type, c.numeric_precision, c.numeric_scale, c.is_nullable
  from svv_tables t
  left join svv_columns c on c.table_schema = t.table_schema and c.table_name = t.table_name
  where t.table_schema = $1 and ($2 = '' or t.table_name = $2)
  order by t.table_name, c.ordinal_position`

/**
 * The tables and views of one schema of an Amazon Redshift database. It guarantees nothing: keys are not enforced there, and
 * whether NOT NULL is was never seen.
 */
export class RedshiftSession extends SnapshotSession<PostgresqlClient> {
  constructor(client: PostgresqlClient, schema: string) {
    super(client, { path: [schema] })
  }

  protected override async tables(name: string | null): Promise<CatalogueTable[]> {
    const { rows } = await this.client.read(columnsSql, [...this.path, name ?? ''])
    const tables = tablesByName<CatalogueTable>(
      rows,
      (table, [, type]) => ({ name: table, isView: /view/i.test(String(type)), fields: [] }),
      ({ fields }, [, , ...column]) => void (column[0] !== null && fields.push(columnOf(column))),
    )
    return [...tables.values()]
  }

  protected override async reasonAgainst(table: CatalogueTable): Promise<string | null> {
    return table.fields.length === 0 ? fieldless(table.name) : super.reasonAgainst(table)
  }
}
