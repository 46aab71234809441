import { RunFailure } from '../../kernel/errors.ts'
import type { ContainerReference, Partition } from '../../model/container.ts'
import type { DiscoveredField } from '../../model/field.ts'
import type { Relation } from '../../sql/ast.ts'
import type { Dialect } from '../../sql/dialect.ts'
import { quoteIdentifier, type Statement } from '../../sql/print.ts'
import {
  StatementRefused,
  type DiscoveredContainer,
  type FieldGuarantee,
  type KeyGuarantee,
  type Rows,
  type Session,
} from '../connector.ts'
import type { MysqlClient } from './client.ts'
import { columnFieldType } from './types.ts'
import {
  discoveredTable,
  presentFields,
  reasonAgainst,
  tableGone,
  tableRelation,
  uniqueKeys,
  wholeTable,
  wordsOfKey,
  type UniqueKey,
} from '../shared/tables.ts'

interface Table {
  name: string
  isView: boolean
  /** The catalogue's remark; of a table that cannot be opened, the reason. */
  comment: string
  fields: DiscoveredField[]
  /** True when the catalogue has columns of it, readable or not. */
  hasColumns: boolean
  /** True for a table of InnoDB, which holds NOT NULL and primary keys whatever a writer sets. */
  isHeld: boolean
  /** Names of the columns whose values are stored and never NULL. */
  present: Set<string>
  /** The columns of its primary key that this account sees. */
  primary: string[]
}

/** The tables and views of one MySQL or MariaDB database. */
export class MysqlSession implements Session {
  readonly dialect: Dialect
  readonly #client: MysqlClient
  readonly #database: string
  /** The table that was described last in this snapshot. */
  #described: Table | null = null

  constructor(client: MysqlClient, database: string) {
    this.dialect = client.dialect
    this.#client = client
    this.#database = database
  }

  async *discover(): AsyncGenerator<DiscoveredContainer> {
    const keys = await this.#keys()
    for (const table of await this.#tables(null)) {
      const unloadable = await this.#reasonAgainst(table)
      const kind = table.isView ? 'view' : 'table'
      const found = unloadable === null ? table.fields : { unloadable }
      yield discoveredTable(table.name, kind, found, keys.get(table.name))
    }
  }

  async describe({
    name,
  }: ContainerReference): Promise<{ fields: DiscoveredField[]; partitions: Partition[] }> {
    // The catalogue compares names without regard to case.
    const table = (await this.#tables(name)).find((found) => found.name === name)
    if (!table) throw tableGone(name)
    const reason = await this.#reasonAgainst(table)
    if (reason !== null) throw new RunFailure(reason)
    this.#described = table
    return { fields: table.fields, partitions: [wholeTable(name)] }
  }

  relation(
    { name }: ContainerReference,
    fields: readonly DiscoveredField[],
    partitions: readonly string[] | 'all',
  ): Relation {
    return tableRelation([this.#database, name], fields, partitions, this.dialect, this.#client.shown)
  }

  /**
   * Only NOT NULL: writers may turn off CHECK constraints for themselves, and so may those of unique keys but the primary one. A table
   * that was altered since the snapshot is refused by the server when its rows are read.
   */
  async guarantees({ name }: ContainerReference): Promise<ReadonlyMap<string, FieldGuarantee>> {
    const table = await this.#known(name)
    return presentFields(table?.isHeld ? table.present : [])
  }

  /** Only the primary key, and none with texts, whose equality is a matter of their collation. */
  async keys({ name }: ContainerReference): Promise<readonly KeyGuarantee[]> {
    const table = await this.#known(name)
    if (!table?.isHeld || table.primary.length === 0) return []
    const fields = table.fields.filter((field) => table.primary.includes(field.name))
    const isFit = fields.length === table.primary.length && fields.every(isExact)
    if (!isFit || !(await this.#seesAllOf(name))) return []
    return [{ fields: table.primary, by: wordsOfKey({ name: '', is_primary: true, fields: table.primary }) }]
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
    this.#described = null
    await this.#client.renew()
    return true
  }

  rest(): Promise<void> {
    return this.#client.rest()
  }

  close(): Promise<void> {
    return this.#client.close()
  }

  async #known(name: string): Promise<Table | null> {
    if (this.#described?.name !== name)
      this.#described = (await this.#tables(name)).find((found) => found.name === name) ?? null
    return this.#described
  }

  /** The catalogue hides columns that an account may not use, parts of a key among them; only asking for all of them tells. */
  async #seesAllOf(name: string): Promise<boolean> {
    const table = [this.#database, name].map((part) => quoteIdentifier(part, this.dialect)).join('.')
    try {
      await this.#client.query({ sql: `select * from ${table} limit 0`, parameters: [] })
      return true
    } catch (error) {
      if (error instanceof StatementRefused) return false
      throw error
    }
  }

  /** Two statements rather than a join: the server opens only the tables that such a condition names. */
  async #tables(name: string | null): Promise<Table[]> {
    const only = name === null ? '' : 'and table_name = ?'
    const parameters = name === null ? [this.#database] : [this.#database, name]
    const listed = await this.#client.read(
      `select table_name, table_type, table_comment, engine from information_schema.tables
       where table_schema = ? ${only}
         and table_type in ('BASE TABLE', 'SYSTEM VERSIONED', 'VIEW', 'SYSTEM VIEW') order by table_name`,
      parameters,
    )
    const columns = await this.#client.read(
      `select table_name, column_name, column_type, is_nullable, privileges, column_key, extra from information_schema.columns
       where table_schema = ? ${only} order by table_name, ordinal_position`,
      parameters,
    )
    const tables = new Map<string, Table>()
    for (const [table, type, comment, engine] of listed.rows) {
      const isView = String(type).endsWith('VIEW')
      const found = {
        name: String(table),
        isView,
        comment: String(comment ?? ''),
        fields: [],
        hasColumns: false,
        isHeld: type === 'BASE TABLE' && engine === 'InnoDB',
        present: new Set<string>(),
        primary: [],
      }
      tables.set(found.name, found)
    }
    for (const [table, column, type, isNullable, privileges, key, extra] of columns.rows) {
      const found = tables.get(String(table))
      if (!found) continue
      found.hasColumns = true
      if (key === 'PRI') found.primary.push(String(column))
      if (isNullable === 'NO' && !/\b(?:virtual|stored|persistent)\b/i.test(String(extra)))
        found.present.add(String(column))
      if (!String(privileges).split(',').includes('select')) continue
      found.fields.push({
        name: String(column),
        type: columnFieldType(String(type)),
        native_type: String(type),
        nullable: isNullable === 'YES',
      })
    }
    return [...tables.values()]
  }

  /** A key over an expression or the start of a text does not tell whole values apart. */
  async #keys(): Promise<Map<string, UniqueKey[]>> {
    const { rows } = await this.#client.read(
      `select table_name, index_name, column_name, sub_part from information_schema.statistics
       where table_schema = ? and non_unique = 0 order by table_name, index_name, seq_in_index`,
      [this.#database],
    )
    const partial = new Set(
      rows.flatMap(([table, key, column, part]) =>
        column === null || part !== null ? JSON.stringify([table, key]) : [],
      ),
    )
    return uniqueKeys(
      rows
        .filter(([table, key]) => !partial.has(JSON.stringify([table, key])))
        .map(([table, key, column]) => [table ?? null, key ?? null, key === 'PRIMARY', column ?? null]),
    )
  }

  async #reasonAgainst({ name, isView, comment, fields, hasColumns }: Table): Promise<string | null> {
    if (!isView && !hasColumns)
      return `"${name}" cannot be opened in the database: ${comment || 'it shows no columns'}.`
    if (hasColumns && fields.length === 0) {
      return `"${name}" has no field that this account may read; grant it SELECT in the database.`
    }
    // Only reading a view shows whether its tables are there and its definer may read them.
    return isView
      ? reasonAgainst([this.#database, name], fields, this.dialect, (statement) => this.query(statement))
      : null
  }
}

/** Of a type whose equal values are the same value. */
const isExact = ({ type, native_type }: DiscoveredField): boolean =>
  ['Integral', 'Boolean', 'Date', 'Timestamp'].includes(type) || /^decimal\b/i.test(native_type)
