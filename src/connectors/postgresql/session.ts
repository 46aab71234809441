import type { ContainerReference } from '../../model/container.ts'
import type { DiscoveredField } from '../../model/field.ts'
import type { Relation } from '../../sql/ast.ts'
import { RunFailure } from '../../kernel/errors.ts'
import type { Cell } from '../../kernel/cell.ts'
import { postgresql } from '../../sql/dialects/postgresql.dialect.ts'
import type { Statement } from '../../sql/print.ts'
import type { DiscoveredContainer, Rows, Session } from '../connector.ts'
import type { PostgresqlClient } from './client.ts'
import { rowSecurityRemarks, rowSecuritySql, type RowSecurityRemarks } from './row-security.ts'
import { postgresqlFieldType, type ServerTypes } from './types.ts'
import { discoveredTable, tableGone, tableRelation, uniqueKeys, wholeTable } from '../shared/tables.ts'

/** One row per readable field, or one without a field; the tables under a partitioned one are part of it. */
const catalogueSql = `select c.relname, c.relkind in ('v', 'm') as is_view, a.attname,
    pg_catalog.format_type(a.atttypid, a.atttypmod), a.atttypid::int8,
    a.atttypmod, a.attnotnull, c.relispopulated,
    a.attname is not null
      or exists (select from pg_catalog.pg_attribute h where h.attrelid = c.oid and h.attnum > 0 and not h.attisdropped),
    c.relrowsecurity or c.relkind = 'v'
  from pg_catalog.pg_class c
  join pg_catalog.pg_namespace n on n.oid = c.relnamespace
  left join pg_catalog.pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
    and (pg_catalog.has_table_privilege(c.oid, 'select') or pg_catalog.has_column_privilege(c.oid, a.attnum, 'select'))
  where n.nspname = $1 and c.relkind in ('r', 'p', 'v', 'm', 'f') and not c.relispartition
    and ($2 = '' or c.relname = $2)
  order by c.relname, a.attnum`

/** A column of a primary key or of a unique index, which is one whole, over columns alone, and checked at once. */
const keysSql = `select c.relname, k.relname, i.indisprimary, a.attname
  from pg_catalog.pg_index i
  join pg_catalog.pg_class c on c.oid = i.indrelid
  join pg_catalog.pg_class k on k.oid = i.indexrelid
  join pg_catalog.pg_namespace n on n.oid = c.relnamespace
  cross join lateral pg_catalog.unnest(i.indkey::int2[]) with ordinality as part (attnum, position)
  join pg_catalog.pg_attribute a on a.attrelid = c.oid and a.attnum = part.attnum
  where n.nspname = $1 and i.indisunique and i.indisvalid and i.indimmediate
    and i.indpred is null and i.indexprs is null and part.position <= i.indnkeyatts
  order by c.relname, k.relname, part.position`

interface Table {
  name: string
  isView: boolean
  isPopulated: boolean
  /** True when it has columns, readable or not. */
  hasColumns: boolean
  /** True when row-level security may apply to what it shows. */
  mayHideRows: boolean
  fields: DiscoveredField[]
}

/** The tables and views of one schema of a PostgreSQL database. */
export class PostgresqlSession implements Session {
  readonly dialect = postgresql
  readonly #client: PostgresqlClient
  readonly #schema: string

  constructor(client: PostgresqlClient, schema: string) {
    this.#client = client
    this.#schema = schema
  }

  async *discover(): AsyncGenerator<DiscoveredContainer> {
    const { rows } = await this.#client.read(keysSql, [this.#schema])
    const keys = uniqueKeys(rows)
    const remarks = await this.#remarks()
    for (const table of await this.#tables()) {
      const unloadable = reasonAgainst(table)
      const kind = table.isView ? 'view' : 'table'
      const found = unloadable === null ? table.fields : { unloadable }
      const listed = discoveredTable(table.name, kind, found, keys.get(table.name))
      yield { ...listed, ...(unloadable === null && remarks.get(table.name)) }
    }
  }

  async describe({
    name,
  }: ContainerReference): Promise<Pick<DiscoveredContainer, 'fields' | 'partitions' | 'remarks'>> {
    // An empty name would ask for every table.
    const [table] = name === '' ? [] : await this.#tables(name)
    if (!table) throw tableGone(name)
    const reason = reasonAgainst(table)
    if (reason !== null) throw new RunFailure(reason)
    const remarks = table.mayHideRows ? (await this.#remarks(name)).get(name) : undefined
    return { fields: table.fields, partitions: [wholeTable(name)], ...remarks }
  }

  async remarksOn(name: string): Promise<readonly string[]> {
    return (await this.#remarks(name)).get(name)?.remarks ?? []
  }

  relation(
    { name }: ContainerReference,
    fields: readonly DiscoveredField[],
    partitions: readonly string[] | 'all',
  ): Relation {
    return tableRelation([this.#schema, name], fields, partitions, postgresql)
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

  async #remarks(name = ''): Promise<RowSecurityRemarks> {
    return rowSecurityRemarks(await this.#client.read(rowSecuritySql, [this.#schema, name]))
  }

  async #tables(name = ''): Promise<Table[]> {
    const { rows } = await this.#client.read(catalogueSql, [this.#schema, name])
    const types = await this.#client.typesOf(
      rows.flatMap(([, , , , oid]) => (oid === null ? [] : Number(oid))),
    )
    const tables = new Map<string, Table>()
    for (const row of rows) {
      const table = tables.get(String(row[0])) ?? {
        name: String(row[0]),
        isView: row[1] === true,
        isPopulated: row[7] === true,
        hasColumns: row[8] === true,
        mayHideRows: row[9] === true,
        fields: [],
      }
      tables.set(table.name, table)
      if (row[2] !== null) table.fields.push(fieldOf(row, types))
    }
    return [...tables.values()]
  }
}

function fieldOf([, , name, native, oid, modifier, isRequired]: Cell[], types: ServerTypes): DiscoveredField {
  return {
    name: String(name),
    type: postgresqlFieldType(types.get(Number(oid)), Number(modifier)),
    native_type: String(native),
    nullable: isRequired !== true,
  }
}

function reasonAgainst({ name, fields, isPopulated, hasColumns }: Table): string | null {
  if (!hasColumns) return `"${name}" has no columns.`
  if (!isPopulated) return `The materialized view "${name}" holds nothing yet; refresh it in the database.`
  return fields.length > 0
    ? null
    : `"${name}" has no field that this role may read; grant it SELECT in the database.`
}
