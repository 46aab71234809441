import type { Cell } from '../../kernel/cell.ts'
import type { ContainerReference, Partition } from '../../model/container.ts'
import type { DiscoveredField } from '../../model/field.ts'
import type { Relation } from '../../sql/ast.ts'
import { sqlite } from '../../sql/dialects/sqlite.dialect.ts'
import type { Statement } from '../../sql/print.ts'
import { quoteIdentifier } from '../../sql/quoting.ts'
import type { DiscoveredContainer, FieldGuarantee, KeyGuarantee, Rows, Session } from '../connector.ts'
import type { SqliteProcess } from './process.ts'
import { declaredFieldType, storedFieldType } from './types.ts'
import { AskedAlong } from '../shared/asked-along.ts'
import { FirstStatements } from '../shared/first-statements.ts'
import { orUnloadable } from '../shared/rows.ts'
import {
  discoveredTable,
  presentFields,
  tableGone,
  tableRelation,
  uniqueKeys,
  wholeTable,
  wordsOfKey,
  type UniqueKey,
} from '../shared/tables.ts'

/** Of all tables of SQLite that this process reads. */
const firsts = new FirstStatements()

const rowsSampled = 1000

/** Of `pragma_table_list`, the tables and views that a person made. */
const readable = `tables.schema = 'main' and tables.type in ('table', 'view', 'virtual') and substr(tables.name, 1, 7) <> 'sqlite_'`

/** Of each table and view: SQLite walks through all of them to tell it of one. */
interface TableKind {
  type: string
  has_no_row_number: boolean
}

/** The kinds of all tables of a database, as they stay until its schema is another one. */
interface TableKinds {
  /** See SqliteProcess. */
  opening: number
  schema_version: number
  of: ReadonlyMap<string, TableKind>
}

const kindsSql = `select (select schema_version from pragma_schema_version), tables.type, tables.wr, json_group_array(tables.name)
  from pragma_table_list as tables where ${readable} group by tables.type, tables.wr`

/** What `tableSql` tells, of a table whose kind is known; the version of the schema comes in the place of its type. */
const knownTableSql = `select versions.schema_version, fields.name, fields.type, fields."notnull", fields.pk,
    null, exists (select 1 from pragma_index_list(?1) where origin = 'pk')
  from pragma_schema_version as versions left join pragma_table_xinfo(?1) as fields on fields.hidden <> 1 order by fields.cid`

/** One statement, so that a table among thousands costs no more than one alone; 1 marks the hidden columns of virtual tables. */
const tableSql = `select tables.type, fields.name, fields.type, fields."notnull", fields.pk,
    tables.wr, exists (select 1 from pragma_index_list(?1) where origin = 'pk')
  from pragma_table_list(?1) as tables left join pragma_table_xinfo(?1) as fields on fields.hidden <> 1
  where tables.name = ?1 and ${readable} order by fields.cid`

/** A table or view as it is declared. */
interface Table {
  name: string
  type: string
  columns: { name: string; declared: string; nullable: boolean }[]
  /** The column that is the number of the row; null where none is. */
  row_number: string | null
}

/** The tables and views of an SQLite database. */
export class SqliteSession implements Session {
  readonly dialect = sqlite
  readonly #process: SqliteProcess
  readonly #along: AskedAlong
  /** What came of a table with a new snapshot, for the first who asks. */
  #foreseen: { name: string; rows: Cell[][]; isKnown: boolean } | null = null
  /** Null until a second table is looked at: the first may be the only one. */
  #kinds: TableKinds | null = null
  #looks = 0
  /** The table that was looked at last in this snapshot. */
  #seen: Table | null = null

  constructor(process: SqliteProcess) {
    this.#process = process
    this.#along = new AskedAlong(firsts, (name) => `${process.path} ${name}`)
  }

  async *discover(): AsyncGenerator<DiscoveredContainer> {
    for (const { name, isView } of await this.#listed()) {
      const found = await this.#fieldsOrReason(name)
      const keys = isView || !Array.isArray(found) ? [] : await this.#keys(name)
      yield discoveredTable(name, isView ? 'view' : 'table', found, keys)
    }
  }

  async describe({
    name,
  }: ContainerReference): Promise<{ fields: DiscoveredField[]; partitions: Partition[] }> {
    const fields = await this.#fields(name)
    this.#along.described(name, this.#process.watched.stamp)
    return { fields, partitions: [wholeTable(name)] }
  }

  relation(
    { name }: ContainerReference,
    fields: readonly DiscoveredField[],
    partitions: readonly string[] | 'all',
  ): Relation {
    return tableRelation([name], fields, partitions, sqlite)
  }

  /**
   * Only of the number of the row, which is there and unique because it is where the row is. What else a schema says, SQLite holds when
   * rows are written, by whoever has not turned it off, and not when the schema itself is edited.
   */
  async guarantees({ name }: ContainerReference): Promise<ReadonlyMap<string, FieldGuarantee>> {
    const { row_number } = await this.#known(name)
    return presentFields(row_number === null ? [] : [row_number])
  }

  async keys({ name }: ContainerReference): Promise<readonly KeyGuarantee[]> {
    const { row_number } = await this.#known(name)
    if (row_number === null) return []
    const key = { name: '', is_primary: true, fields: [row_number] }
    return [{ fields: key.fields, by: wordsOfKey(key) }]
  }

  /** Of tables only: a view may ask for the time, and a virtual table may be kept anywhere. */
  async stamps({ name }: ContainerReference, partitions: readonly string[]): Promise<Map<string, string>> {
    const stamp = this.#process.watched.lasting()
    if (stamp === null || (await this.#known(name)).type !== 'table') return new Map()
    return new Map(partitions.map((partition) => [partition, stamp]))
  }

  async fieldsOf(statement: Statement): Promise<DiscoveredField[]> {
    const columns = await this.#process.columnsOf(statement)
    return columns.map(({ name, declared, type }) => ({
      name,
      type,
      native_type: declared ?? type.toLowerCase(),
      nullable: true,
    }))
  }

  query(statement: Statement): Promise<Rows> {
    return this.#along.answerTo(statement, () => this.#process.query(statement))
  }

  stream(statement: Statement): AsyncIterable<Rows> {
    return this.#process.stream(statement)
  }

  async renew(next?: ContainerReference): Promise<boolean> {
    this.#seen = null
    this.#foreseen = null
    this.#along.begin()
    const { stamp } = this.#process.watch()
    if (next === undefined || next.computation) await this.#process.renew()
    else await this.#renewFor(next.name, stamp)
    return true
  }

  /** What the table was asked first goes along, unless it was asked that of the same rows, which may not have to be read again. */
  async #renewFor(name: string, stamp: string | null): Promise<void> {
    const isKnown = this.#kinds !== null
    const known = this.#along.of(name)
    const first = stamp !== null && stamp === known?.stamp ? null : known
    const start = performance.now()
    const [table, rows] = await this.#process.renew([
      { sql: isKnown ? knownTableSql : tableSql, parameters: [name] },
      ...(first === null ? [] : [first]),
    ])
    if (table) this.#foreseen = { name, rows: table.rows, isKnown }
    if (first === null) return
    if (rows) this.#along.answered(first, rows, start)
    else this.#along.forget(name)
  }

  rest(): Promise<void> {
    return this.#process.rest()
  }

  close(): Promise<void> {
    return this.#process.close()
  }

  async #listed(): Promise<{ name: string; isView: boolean }[]> {
    const { rows } = await this.#process.read(
      `select tables.name, tables.type from pragma_table_list as tables where ${readable} order by tables.name`,
    )
    return rows.map(([name, type]) => ({ name: String(name), isView: type === 'view' }))
  }

  async #table(name: string): Promise<Table> {
    const rows = await this.#rowsOf(name)
    const [first] = rows
    if (!first) throw tableGone(name)
    const keyed = rows.filter(([, , , , key]) => Number(key) > 0)
    const [only] = keyed.length === 1 ? keyed : []
    // A primary key of one whole number without an index; `integer primary key desc` has one.
    const isRowNumber = Number(only?.[6]) === 0 && String(only?.[2]).toUpperCase() === 'INTEGER'
    const row_number = first[0] === 'table' && isRowNumber ? String(only?.[1]) : null
    const columns = rows.flatMap(([, column, type, notNull, key, hasNoRowNumber]) => {
      if (column === null) return []
      const isPresent =
        Number(notNull) === 1 || column === row_number || (Number(key) > 0 && Number(hasNoRowNumber) === 1)
      return [{ name: String(column), declared: String(type ?? ''), nullable: !isPresent }]
    })
    this.#seen = { name, type: String(first[0]), columns, row_number }
    return this.#seen
  }

  /** A row for each column of the table, as `tableSql` shows it; none when there is no such table. */
  async #rowsOf(name: string): Promise<Cell[][]> {
    const foreseen = this.#foreseen?.name === name ? this.#foreseen : null
    this.#foreseen = null
    const completed = foreseen?.isKnown ? this.#completed(name, foreseen.rows) : null
    if (completed !== null) return completed
    this.#looks += 1
    this.#kinds = this.#looks > 1 ? await this.#readKinds() : null
    if (foreseen?.isKnown === false) return foreseen.rows
    return (await this.#process.read(tableSql, [name])).rows
  }

  /** The rows with the kind of their table; null where it is not known of this schema. */
  #completed(name: string, rows: Cell[][]): Cell[][] | null {
    const kinds = this.#kinds
    const version = Number(rows[0]?.[0])
    if (kinds?.opening !== this.#process.openings || kinds.schema_version !== version) return null
    const kind = kinds.of.get(name)
    if (!kind) return []
    return rows.map(([, field, type, notNull, key, , hasIndex]) => [
      kind.type,
      field ?? null,
      type ?? null,
      notNull ?? null,
      key ?? null,
      kind.has_no_row_number ? 1 : 0,
      hasIndex ?? null,
    ])
  }

  async #readKinds(): Promise<TableKinds> {
    const { rows } = await this.#process.read(kindsSql)
    const of = new Map<string, TableKind>()
    for (const [, type, hasNoRowNumber, names] of rows) {
      const kind = { type: String(type), has_no_row_number: Number(hasNoRowNumber) === 1 }
      for (const name of JSON.parse(String(names)) as string[]) of.set(name, kind)
    }
    return { opening: this.#process.openings, schema_version: Number(rows[0]?.[0]), of }
  }

  async #known(name: string): Promise<Table> {
    return this.#seen?.name === name ? this.#seen : this.#table(name)
  }

  /** A primary key over one whole number has no index of its own. */
  async #keys(table: string): Promise<UniqueKey[]> {
    const { rows } = await this.#process.read(
      `select ?1, lists.name, 0, columns.name from pragma_index_list(?1) as lists, pragma_index_info(lists.name) as columns
       where lists."unique" = 1 and lists.partial = 0 and not exists (
         select 1 from pragma_index_info(lists.name) as parts where parts.name is null)
       order by lists.name, columns.seqno`,
      [table],
    )
    const primary = await this.#process.read(
      'select name from pragma_table_xinfo(?1) where pk > 0 order by pk',
      [table],
    )
    const fields = primary.rows.map(([name]) => String(name))
    const others = uniqueKeys(rows).get(table) ?? []
    const isPrimary = (key: UniqueKey) => JSON.stringify(key.fields) === JSON.stringify(fields)
    return fields.length === 0
      ? others
      : [{ name: '', is_primary: true, fields }, ...others.filter((key) => !isPrimary(key))]
  }

  async #fieldsOrReason(name: string): Promise<DiscoveredField[] | { unloadable: string }> {
    // A view over a table that is gone, or a virtual table whose module is not there.
    const found = await orUnloadable(() => this.#fields(name))
    const isDenied = !Array.isArray(found) && /\bauthori[sz]/.test(found.unloadable)
    return isDenied
      ? { unloadable: `"${name}" is a virtual table that SQLite cannot open for reading alone.` }
      : found
  }

  async #fields(name: string): Promise<DiscoveredField[]> {
    const table = await this.#table(name)
    const stored = await this.#storageClasses(table)
    return table.columns.map(({ name, declared, nullable }, index) => {
      const type = declaredFieldType(declared) ?? storedFieldType(stored[index] ?? new Set())
      return { name, type, native_type: declared === '' ? type.toLowerCase() : declared, nullable }
    })
  }

  /** The storage classes in a sample, for the columns whose declaration says nothing; reading also proves what is no plain table. */
  async #storageClasses({ name, type, columns }: Table): Promise<Set<string>[]> {
    const items = columns.map(({ name, declared }) =>
      declaredFieldType(declared) === undefined ? `typeof(${quoteIdentifier(name, sqlite)})` : 'null',
    )
    const isKnown = items.every((item) => item === 'null')
    if (isKnown && type === 'table') return []
    const { rows } = await this.#process.read(
      `select ${items.join(', ')} from ${quoteIdentifier(name, sqlite)} limit ${isKnown ? 0 : rowsSampled}`,
    )
    return columns.map(
      (_, index) => new Set(rows.map((row) => row[index]).filter((kind) => typeof kind === 'string')),
    )
  }
}
