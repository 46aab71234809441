import type { QueryError } from 'mysql2'
import type { ConnectionValues, SessionBounds } from '../connector.ts'
import { preparedWriter, writingFailure, type WritingFault } from '../shared/server-writer.ts'
import { StatementWatch } from '../shared/statement-watch.ts'
import type { FoundTable, TableStore } from '../shared/table-writer.ts'
import { typeWord, type TypeWords } from '../shared/written-types.ts'
import {
  ownMark,
  type Replaced,
  type WrittenColumn,
  type WrittenTable,
  type WrittenType,
  type WrittenValue,
  type Writer,
} from '../writer.ts'
import { connectMysql, isQueryError, type MysqlConnection } from './connection.ts'

const words: TypeWords = {
  integer: 'bigint',
  float: 'double',
  number: 'decimal(65,30)',
  text: 'longtext',
  boolean: 'tinyint(1)',
  date: 'date',
  timestamp: 'datetime(6)',
  datetime: 'datetime(6)',
}

/** What a session needs to mean the same on every server; no NO_BACKSLASH_ESCAPES and no ANSI_QUOTES. */
const settings = [
  'set names utf8mb4',
  `set session sql_mode = 'STRICT_ALL_TABLES,NO_ENGINE_SUBSTITUTION', time_zone = '+00:00', lock_wait_timeout = 30, innodb_lock_wait_timeout = 30`,
]

/** A statement takes so many parameters, and this many rows at most. */
const mostParameters = 60_000
const mostRows = 1000

/** Opens a writer; throws ServiceError as `connectMysql` does. */
export async function openMysqlWriter(
  values: ConnectionValues,
  database: string,
  bounds: SessionBounds,
): Promise<Writer> {
  const connection = await connectMysql(values, database, bounds)
  return preparedWriter(new MysqlTables(connection, database, bounds))
}

/** Tables of one database, filled by inserts of many rows. These servers end a transaction with every change of a table's form. */
class MysqlTables implements TableStore {
  readonly longest_name = 64
  readonly ignores_case = true
  readonly #connection: MysqlConnection
  readonly #database: string
  readonly #bounds: SessionBounds

  constructor(connection: MysqlConnection, database: string, bounds: SessionBounds) {
    this.#connection = connection
    this.#database = database
    this.#bounds = bounds
  }

  async prepare(): Promise<void> {
    for (const sql of settings) await this.#run(sql)
  }

  async find(table: string): Promise<FoundTable | null> {
    const [kind] = await this.#ask(
      'select table_type, table_comment from information_schema.tables where table_schema = ? and table_name = ?',
      [this.#database, table],
    )
    if (!kind) return null
    const columns = await this.#ask(
      'select column_name, column_type from information_schema.columns where table_schema = ? and table_name = ?',
      [this.#database, table],
    )
    return {
      is_ours: kind[0] === 'BASE TABLE' && String(kind[1] ?? '').startsWith(ownMark),
      // MariaDB shows a width that says nothing.
      columns: columns.map(([name, type]) => ({
        name: String(name),
        type: String(type).replace(/^bigint\(\d+\)$/, 'bigint'),
      })),
    }
  }

  typeWord(type: WrittenType): string {
    return typeWord(words, type)
  }

  async create({ name, columns }: WrittenTable): Promise<void> {
    const list = columns.map((column) => `${quoted(column.name)} ${this.typeWord(column.type)} null`)
    await this.#run(
      `create table ${quoted(name)} (${list.join(', ')}) engine = InnoDB default charset = utf8mb4 comment = '${ownMark}'`,
    )
  }

  async addColumn(table: string, { name, type }: WrittenColumn): Promise<void> {
    await this.#run(`alter table ${quoted(table)} add column ${quoted(name)} ${this.typeWord(type)} null`)
  }

  async changeType(table: string, { name, type }: WrittenColumn): Promise<void> {
    await this.#run(`alter table ${quoted(table)} modify column ${quoted(name)} ${this.typeWord(type)} null`)
  }

  async begin(): Promise<void> {
    await this.#run('start transaction')
  }

  async remove({ name }: WrittenTable, { column, values, and }: Replaced): Promise<void> {
    const other = and ? ` and ${quoted(and.column)} = ?` : ''
    for (let start = 0; start < values.length; start += mostRows) {
      const some = values.slice(start, start + mostRows)
      const marks = some.map(() => '?').join(', ')
      await this.#ask(`delete from ${quoted(name)} where ${quoted(column)} in (${marks})${other}`, [
        ...some.map(String),
        ...(and ? [String(and.value)] : []),
      ])
    }
  }

  async empty({ name }: WrittenTable): Promise<void> {
    await this.#run(`delete from ${quoted(name)}`)
  }

  async insert({ name, columns }: WrittenTable, rows: readonly (readonly WrittenValue[])[]): Promise<void> {
    const list = columns.map((column) => quoted(column.name)).join(', ')
    const marks = `(${columns.map(() => '?').join(', ')})`
    const most = Math.max(1, Math.min(mostRows, Math.floor(mostParameters / columns.length)))
    for (let start = 0; start < rows.length; start += most) {
      const some = rows.slice(start, start + most)
      const places = some.map(() => marks).join(', ')
      const values = some.flatMap((row) => row.map((value, index) => sent(value, columns[index]?.type)))
      await this.#ask(`insert into ${quoted(name)} (${list}) values ${places}`, values)
    }
  }

  async commit(): Promise<void> {
    await this.#run('commit')
  }

  async rollback(): Promise<void> {
    await this.#run('rollback')
  }

  async drop(table: string): Promise<void> {
    await this.#run(`drop table ${quoted(table)}`)
  }

  async count(table: string): Promise<number> {
    const [[count] = []] = await this.#ask(`select count(*) from ${quoted(table)}`, [])
    return Number(count)
  }

  async swap(from: string, to: string, exists: boolean): Promise<void> {
    // The old table gets a name that this service finds and removes as its own, should it end here.
    const former = `${from}_`
    await this.#run(`drop table if exists ${quoted(former)}`)
    const away = exists ? `${quoted(to)} to ${quoted(former)}, ` : ''
    await this.#run(`rename table ${away}${quoted(from)} to ${quoted(to)}`)
    if (exists) await this.#run(`drop table ${quoted(former)}`)
  }

  close(): Promise<void> {
    return this.#connection.close()
  }

  #run(sql: string): Promise<unknown[][]> {
    return this.#watched((done) => this.#connection.client.query(sql, done))
  }

  #ask(sql: string, values: (string | null)[]): Promise<unknown[][]> {
    return this.#watched((done) => {
      this.#connection.client.execute(sql, values, done)
      // The last and shorter statement of many would otherwise stay on the server for as long as the connection.
      this.#connection.client.unprepare(sql)
    })
  }

  async #watched(
    begin: (done: (error: QueryError | null, rows: unknown) => void) => void,
  ): Promise<unknown[][]> {
    const { signal, statement_timeout_seconds: seconds } = this.#bounds
    const watch = new StatementWatch({ signal, seconds }, this.#connection.destroy)
    try {
      return await watch.during(() =>
        this.#connection.end.before(() => {
          const { promise, resolve, reject } = Promise.withResolvers<unknown[][]>()
          begin((error, rows) => (error ? reject(error) : resolve(Array.isArray(rows) ? rows : [])))
          return promise
        }),
      )
    } catch (error) {
      throw translate(error, this.#database)
    }
  }
}

const quoted = (name: string): string => `\`${name.replaceAll('`', '``')}\``

function sent(value: WrittenValue, type: WrittenType | undefined): string | null {
  if (value === null) return null
  if (typeof value === 'boolean') return value ? '1' : '0'
  const text = String(value)
  if (type === 'timestamp' || type === 'datetime') return text.replace('T', ' ').replace(/Z$/, '')
  // These servers have no such numbers.
  return type === 'float' && /^(NaN|-?Infinity)$/.test(text) ? null : text
}

const denied = new Set([1044, 1045, 1142, 1143, 1227, 1290, 1792, 1836])
const full = new Set([1021, 1114, 3675])
const passing = new Set([1053, 1205, 1213, 1317, 1927, 1050, 1412])

function translate(error: unknown, database: string): unknown {
  const remedy = `Give the account of its connection the right to create, alter, drop and change tables of "${database}".`
  return writingFailure(error, faultOf, remedy)
}

function faultOf(error: unknown): WritingFault {
  if (!isQueryError(error) || error.sqlState === undefined || error.fatal) return 'lost'
  const number = error.errno ?? 0
  if (denied.has(number)) return 'denied'
  if (full.has(number)) return 'full'
  return passing.has(number) ? 'passing' : 'refused'
}
