// Runs in a process of its own: node:sqlite is synchronous and cannot be interrupted, but a process can be killed.
import { DatabaseSync } from 'node:sqlite'
import { messageOf, RunFailure } from '../../kernel/errors.ts'
import { endWithService } from '../shared/end-with-service.ts'
import { serveWriter } from '../shared/serve-writer.ts'
import { TableWriter, type FoundTable, type TableStore } from '../shared/table-writer.ts'
import { typeWord, type TypeWords } from '../shared/written-types.ts'
import {
  ownMark,
  type Replaced,
  type WrittenColumn,
  type WrittenTable,
  type WrittenType,
  type WrittenValue,
} from '../writer.ts'

const words: TypeWords = {
  integer: 'INTEGER',
  float: 'REAL',
  number: 'NUMERIC',
  text: 'TEXT',
  boolean: 'BOOLEAN',
  date: 'DATE',
  timestamp: 'TIMESTAMP',
  datetime: 'TIMESTAMP',
}

const busyTimeoutMs = 20_000

/** SQLite keeps the text of a `create table` with its comments. */
const mark = `/* ${ownMark} */`

/** The tables of one database file. */
class SqliteTables implements TableStore {
  readonly longest_name = null
  readonly ignores_case = true
  readonly #database: DatabaseSync

  constructor(database: DatabaseSync) {
    this.#database = database
  }

  async find(table: string): Promise<FoundTable | null> {
    return this.#safely(() => {
      const found = this.#database
        .prepare('select type, sql from sqlite_schema where lower(name) = lower(?)')
        .get(table)
      if (!found) return null
      const columns = this.#database.prepare('select name, type from pragma_table_info(?)').all(table)
      return {
        is_ours: found['type'] === 'table' && String(found['sql']).includes(mark),
        columns: columns.map(({ name, type }) => ({ name: String(name), type: String(type) })),
      }
    })
  }

  typeWord(type: WrittenType): string {
    return typeWord(words, type)
  }

  async create({ name, columns }: WrittenTable): Promise<void> {
    const list = columns.map((column) => `${quoted(column.name)} ${this.typeWord(column.type)}`)
    this.#run(`create table ${quoted(name)} (${mark} ${list.join(', ')})`)
  }

  async addColumn(table: string, { name, type }: WrittenColumn): Promise<void> {
    this.#run(`alter table ${quoted(table)} add column ${quoted(name)} ${this.typeWord(type)}`)
  }

  /** Nothing: a value of any type fits into a column of any other. */
  async changeType(): Promise<void> {}

  async begin(): Promise<void> {
    this.#run('begin immediate')
  }

  async remove({ name }: WrittenTable, { column, values, and }: Replaced): Promise<void> {
    const other = and ? ` and ${quoted(and.column)} = ?` : ''
    const sql = `delete from ${quoted(name)} where ${quoted(column)} in (select value from json_each(?))${other}`
    this.#safely(() => this.#database.prepare(sql).run(JSON.stringify(values), ...(and ? [and.value] : [])))
  }

  async empty({ name }: WrittenTable): Promise<void> {
    this.#run(`delete from ${quoted(name)}`)
  }

  async insert({ name, columns }: WrittenTable, rows: readonly (readonly WrittenValue[])[]): Promise<void> {
    const list = columns.map((column) => quoted(column.name)).join(', ')
    this.#safely(() => {
      const statement = this.#database.prepare(
        `insert into ${quoted(name)} (${list}) values (${columns.map(() => '?').join(', ')})`,
      )
      const types = columns.map(({ type }) => type)
      for (const row of rows) statement.run(...row.map((value, index) => bound(value, types[index])))
    })
  }

  async commit(): Promise<void> {
    this.#run('commit')
  }

  async rollback(): Promise<void> {
    if (this.#database.isTransaction) this.#run('rollback')
  }

  async drop(table: string): Promise<void> {
    this.#run(`drop table ${quoted(table)}`)
  }

  async count(table: string): Promise<number> {
    return this.#safely(() => {
      const row = this.#database.prepare(`select count(*) as rows from ${quoted(table)}`).get()
      return Number(row?.['rows'])
    })
  }

  async swap(from: string, to: string, exists: boolean): Promise<void> {
    const away = exists ? `drop table ${quoted(to)};` : ''
    try {
      this.#run(`begin immediate; ${away} alter table ${quoted(from)} rename to ${quoted(to)}; commit`)
    } catch (error) {
      await this.rollback()
      throw error
    }
  }

  async close(): Promise<void> {
    this.#database.close()
  }

  #run(sql: string): void {
    this.#safely(() => this.#database.exec(sql))
  }

  #safely<Result>(work: () => Result): Result {
    try {
      return work()
    } catch (error) {
      throw translate(error)
    }
  }
}

/** SQLite has infinities, and keeps NaN as NULL; as texts among numbers they could not be read. */
function bound(value: WrittenValue, type: WrittenType | undefined): string | number | null {
  if (typeof value === 'boolean') return Number(value)
  const isNumber = type === 'float' || type === 'number'
  if (!isNumber || typeof value !== 'string' || !/^(?:NaN|-?Infinity)$/.test(value)) return value
  return value === 'NaN' ? null : Number(value)
}

const quoted = (name: string): string => `"${name.replaceAll('"', '""')}"`

function translate(error: unknown): RunFailure {
  const code = error instanceof Error && 'errcode' in error ? Number(error.errcode) & 0xff : 0
  const message = messageOf(error).replace(/\.$/, '')
  const failure = (sentence: string, retryable: boolean): RunFailure =>
    new RunFailure(sentence, { cause: error, retryable })
  // 5 busy, 6 locked.
  if (code === 5 || code === 6)
    return failure(`The enrichment database is locked by another program: ${message}.`, true)
  // 8 read-only, 14 cannot open its journal, 23 not authorized.
  if (code === 8 || code === 14 || code === 23) {
    return failure(
      `The enrichment database cannot be written: ${message}. Let this service write the file and its folder.`,
      true,
    )
  }
  if (code === 13)
    return failure(`The disk of the enrichment database is full: ${message}. Make room there.`, true)
  if (code === 10) {
    return failure(
      `The enrichment database could not be written: ${message}. Let this service write the file and its folder, and look after the disk.`,
      true,
    )
  }
  return failure(`The enrichment database refused: ${message}.`, false)
}

serveWriter(async ({ path, memory_mb }) => {
  try {
    const database = new DatabaseSync(path, {
      enableDoubleQuotedStringLiterals: false,
      timeout: busyTimeoutMs,
    })
    // A table is renamed though a view of somebody reads the one whose place it takes.
    database.exec(
      `pragma trusted_schema = off; pragma hard_heap_limit = ${memory_mb * 1024 * 1024}; pragma legacy_alter_table = on`,
    )
    database.prepare('select count(*) from sqlite_schema').get()
    return new TableWriter(new SqliteTables(database))
  } catch (error) {
    throw translate(error)
  }
})
endWithService('busy')
