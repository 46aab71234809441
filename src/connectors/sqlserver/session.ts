import type { Cell } from '../../kernel/cell.ts'
import type { DiscoveredField } from '../../model/field.ts'
import { SnapshotSession, type CatalogueTable } from '../shared/table-session.ts'
import { fieldless, tablesByName } from '../shared/tables.ts'
import type { SqlserverClient } from './client.ts'
import { fieldTypeOf, nativeType, shownColumn } from './types.ts'

/** One row per column of a schema (@p1) that the account may read; @p2: a table's name, or '' for all. Types of people's own count as theirs. */
const columnsSql = `select o.name, cast(case o.type when 'V' then 1 else 0 end as bit), c.name,
    coalesce(b.name, t.name), cast(c.max_length as int), cast(c.precision as int), cast(c.scale as int), c.is_nullable
  from sys.objects as o join sys.schemas as s on s.schema_id = o.schema_id
  left join sys.columns as c on c.object_id = o.object_id
    and has_perms_by_name(quotename(s.name) + '.' + quotename(o.name), 'OBJECT', 'SELECT', c.name, 'COLUMN') = 1
  left join sys.types as t on t.user_type_id = c.user_type_id
  left join sys.types as b on b.user_type_id = t.system_type_id
  where s.name = @p1 and o.type in ('U', 'V') and o.is_ms_shipped = 0 and (@p2 = N'' or o.name = @p2)
  order by o.name, c.column_id`

/** The tables and views of one schema of a SQL Server database. It guarantees nothing and offers no keys, as no server was ever asked. */
export class SqlserverSession extends SnapshotSession<SqlserverClient> {
  constructor(client: SqlserverClient, schema: string) {
    super(client, { path: [schema], shown: shownColumn })
  }

  protected override async tables(name: string | null): Promise<CatalogueTable[]> {
    const { rows } = await this.client.read(columnsSql, [...this.path, name ?? ''])
    const tables = tablesByName<CatalogueTable>(
      rows,
      (table, [, isView]) => ({ name: table, isView: isView === true, fields: [] }),
      ({ fields }, row) => void (row[2] !== null && fields.push(fieldIn(row))),
    )
    return [...tables.values()]
  }

  protected override async reasonAgainst(table: CatalogueTable): Promise<string | null> {
    return table.fields.length === 0 ? fieldless(table.name) : super.reasonAgainst(table)
  }
}

function fieldIn([, , column, type, bytes, precision, scale, nullable]: readonly Cell[]): DiscoveredField {
  const native = nativeType(String(type), Number(bytes), Number(precision), Number(scale))
  return {
    name: String(column),
    type: fieldTypeOf(native),
    native_type: native,
    nullable: nullable !== false,
  }
}
