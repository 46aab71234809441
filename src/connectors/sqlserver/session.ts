import { RunFailure } from '../../kernel/errors.ts'
import type { ContainerReference } from '../../model/container.ts'
import type { DiscoveredField } from '../../model/field.ts'
import type { Relation } from '../../sql/ast.ts'
import { sqlserver } from '../../sql/dialects/sqlserver.dialect.ts'
import type { Statement } from '../../sql/print.ts'
import type { DiscoveredContainer, Rows, Session } from '../connector.ts'
import { discoveredTable, reasonAgainst, tableGone, tableRelation, wholeTable } from '../shared/tables.ts'
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

interface Table {
  name: string
  isView: boolean
  fields: DiscoveredField[]
}

/** The tables and views of one schema of a SQL Server database. It guarantees nothing and offers no keys, as no server was ever asked. */
export class SqlserverSession implements Session {
  readonly dialect = sqlserver
  readonly #client: SqlserverClient
  readonly #schema: string

  constructor(client: SqlserverClient, schema: string) {
    this.#client = client
    this.#schema = schema
  }

  async *discover(): AsyncGenerator<DiscoveredContainer> {
    for (const { name, isView, fields } of await this.#tables()) {
      const unloadable = await this.#reasonAgainst(name, fields)
      const found = unloadable === null ? fields : { unloadable }
      yield discoveredTable(name, isView ? 'view' : 'table', found)
    }
  }

  async describe({ name }: ContainerReference): Promise<Pick<DiscoveredContainer, 'fields' | 'partitions'>> {
    // The catalogue may compare names without regard to case, and an empty one would ask for every table.
    const table = name === '' ? undefined : (await this.#tables(name)).find((found) => found.name === name)
    if (!table) throw tableGone(name)
    const reason = await this.#reasonAgainst(name, table.fields)
    if (reason !== null) throw new RunFailure(reason)
    return { fields: table.fields, partitions: [wholeTable(name)] }
  }

  relation(
    { name }: ContainerReference,
    fields: readonly DiscoveredField[],
    partitions: readonly string[] | 'all',
  ): Relation {
    return tableRelation([this.#schema, name], fields, partitions, sqlserver, shownColumn)
  }

  fieldsOf(statement: Statement): Promise<DiscoveredField[]> {
    return this.#client.fieldsOf(statement)
  }

  query(statement: Statement): Promise<Rows> {
    return this.#client.query(statement)
  }

  stream(statement: Statement): AsyncIterable<Rows> {
    return this.#client.stream(statement)
  }

  async renew(): Promise<boolean> {
    await this.#client.renew()
    return true
  }

  rest(): Promise<void> {
    return this.#client.rest()
  }

  close(): Promise<void> {
    return this.#client.close()
  }

  async #tables(name = ''): Promise<Table[]> {
    const { rows } = await this.#client.read(columnsSql, [this.#schema, name])
    const tables = new Map<string, Table>()
    for (const [table, isView, column, type, bytes, precision, scale, nullable] of rows) {
      const found = tables.get(String(table)) ?? { name: String(table), isView: isView === true, fields: [] }
      tables.set(found.name, found)
      if (column === null) continue
      const native = nativeType(String(type), Number(bytes), Number(precision), Number(scale))
      found.fields.push({
        name: String(column),
        type: fieldTypeOf(native),
        native_type: native,
        nullable: nullable !== false,
      })
    }
    return [...tables.values()]
  }

  async #reasonAgainst(name: string, fields: readonly DiscoveredField[]): Promise<string | null> {
    if (fields.length === 0)
      return `"${name}" has no field that this account may read; grant it SELECT in the database.`
    return reasonAgainst([this.#schema, name], fields, sqlserver, (statement) =>
      this.#client.query(statement),
    )
  }
}
