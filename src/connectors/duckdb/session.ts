import type { ContainerReference, Partition } from '../../model/container.ts'
import type { DiscoveredField } from '../../model/field.ts'
import type { Relation } from '../../sql/ast.ts'
import { duckdb } from '../../sql/dialects/duckdb.dialect.ts'
import type { Dialect } from '../../sql/dialect.ts'
import type { Statement } from '../../sql/print.ts'
import { quotePath } from '../../sql/quoting.ts'
import type { DiscoveredContainer, Rows, Session } from '../connector.ts'
import type { DuckdbProcess } from './process.ts'
import { describedFields } from './described-fields.ts'
import { numberedBy, numberedTable, showsRowNumbers } from './row-numbers.ts'
import { duckdbFieldType, duckdbText } from './types.ts'
import { orUnloadable } from '../shared/rows.ts'
import {
  discoveredTable,
  tableGone,
  tableRelation,
  uniqueKeys,
  wholeTable,
  type UniqueKey,
} from '../shared/tables.ts'

/** Functions on lists do not keep to the collation of a column. */
const { inList: _byCharacters, ...collated } = duckdb

/** What a session is told of the database that it reads. */
interface OpenedDatabase {
  /** Its name in DuckDB. */
  database: string
  schema: string
  /** Some column compares its texts in another way than by their characters. */
  isCollated: boolean
  /** See `watchedDatabase`. */
  stamp: () => string | null
}

/** The tables and views of one schema of an attached DuckDB database. */
export class DuckdbSession implements Session {
  readonly dialect: Dialect
  readonly #engine: DuckdbProcess
  readonly #database: string
  readonly #schema: string
  readonly #stamp: () => string | null
  /** The tables that were described and whose rows DuckDB finds by number. */
  readonly #numbered = new Set<string>()

  constructor(engine: DuckdbProcess, { database, schema, isCollated, stamp }: OpenedDatabase) {
    this.dialect = isCollated ? collated : duckdb
    this.#engine = engine
    this.#stamp = stamp
    this.#database = database
    this.#schema = schema
  }

  async *discover(): AsyncGenerator<DiscoveredContainer> {
    const keys = await this.#keys()
    for (const { name, isView } of await this.#tables()) {
      // A view over something that is gone, or over files, which are out of reach here.
      const found = await orUnloadable(() => this.#fields(name))
      yield discoveredTable(name, isView ? 'view' : 'table', found, keys.get(name))
    }
  }

  async describe({
    name,
  }: ContainerReference): Promise<{ fields: DiscoveredField[]; partitions: Partition[] }> {
    const tables = await this.#tables()
    const table = tables.find((one) => one.name === name)
    if (!table) throw tableGone(name)
    const fields = await this.#fields(name)
    const isNumbered = !table.isView && showsRowNumbers(fields.map((field) => field.name))
    if (isNumbered) this.#numbered.add(name)
    return { fields, partitions: [wholeTable(name)] }
  }

  relation(
    { name }: ContainerReference,
    fields: readonly DiscoveredField[],
    partitions: readonly string[] | 'all',
  ): Relation {
    const relation = tableRelation(this.#pathOf(name), fields, partitions, duckdb)
    const isRead = partitions === 'all' || partitions.includes(name)
    if (!isRead || !this.#numbered.has(name)) return relation
    const columns = fields.map((field) => field.name)
    return { ...relation, numbered: numberedBy(numberedTable(this.#quoted(name)), columns) }
  }

  /** Of tables only, whose columns are all stored: a view or a generated column may ask for a random number. */
  async stamps({ name }: ContainerReference, partitions: readonly string[]): Promise<Map<string, string>> {
    const stamp = this.#stamp()
    if (stamp === null) return new Map()
    const { rows } = await this.#engine.read(
      `select 1 from duckdb_tables() where ${this.#here} and table_name = ${duckdbText(name)}
       and sql not ilike '%generated always%'`,
    )
    return new Map(rows.length === 0 ? [] : partitions.map((partition) => [partition, stamp]))
  }

  fieldsOf(statement: Statement): Promise<DiscoveredField[]> {
    return describedFields((asked) => this.#engine.query(asked), statement)
  }

  query(statement: Statement): Promise<Rows> {
    return this.#engine.query(statement)
  }

  stream(statement: Statement): AsyncIterable<Rows> {
    return this.#engine.stream(statement)
  }

  close(): Promise<void> {
    return this.#engine.close()
  }

  /** The condition of what belongs to the schema, in the tables of the catalogue. */
  get #here(): string {
    return `database_name = ${duckdbText(this.#database)} and schema_name = ${duckdbText(this.#schema)}`
  }

  #pathOf(table: string): string[] {
    return [this.#database, this.#schema, table]
  }

  #quoted(table: string): string {
    return quotePath(this.#pathOf(table), duckdb)
  }

  async #tables(): Promise<{ name: string; isView: boolean }[]> {
    const { rows } = await this.#engine.read(
      `select table_name, false from duckdb_tables() where ${this.#here} and not internal union all
       select view_name, true from duckdb_views() where ${this.#here} and not internal order by 1`,
    )
    return rows.map(([name, isView]) => ({ name: String(name), isView: isView === true }))
  }

  async #keys(): Promise<Map<string, UniqueKey[]>> {
    const { rows } = await this.#engine.read(
      `select table_name, constraint_name, constraint_type = 'PRIMARY KEY', unnest(constraint_column_names)
       from (select * from duckdb_constraints()
             where ${this.#here} and constraint_type in ('PRIMARY KEY', 'UNIQUE')
             order by table_name, constraint_name)`,
    )
    return uniqueKeys(rows)
  }

  async #fields(table: string): Promise<DiscoveredField[]> {
    const { rows } = await this.#engine.describe(`select * from ${this.#quoted(table)}`)
    const required = await this.#engine.read(
      `select column_name from duckdb_columns() where not is_nullable and table_name = ${duckdbText(table)} and ${this.#here}`,
    )
    const notNull = new Set(required.rows.map(([name]) => name))
    return rows.map(([name, type]) => ({
      name: String(name),
      type: duckdbFieldType(String(type)),
      native_type: String(type),
      nullable: !notNull.has(name ?? null),
    }))
  }
}
