import { DuckDBInstance, type DuckDBAppender, type DuckDBConnection } from '@duckdb/node-api'
import { typeWord, type TypeWords } from '../shared/written-types.ts'
import type { WrittenColumn, WrittenTable, WrittenType, WrittenValue } from '../writer.ts'
import { duckdbName, duckdbText } from './types.ts'

const words: TypeWords = {
  integer: 'BIGINT',
  float: 'DOUBLE',
  number: 'VARCHAR',
  text: 'VARCHAR',
  boolean: 'BOOLEAN',
  date: 'DATE',
  timestamp: 'TIMESTAMP',
  datetime: 'TIMESTAMP',
}

/** DuckDB's word for the type, as its catalogue shows it. */
export const duckdbTypeWord = (type: WrittenType): string => typeWord(words, type).toUpperCase()

const moments = new Set<WrittenType>(['date', 'timestamp', 'datetime'])

/** A date or time as DuckDB reads it: of what stands behind a date it takes no notice, so that `0044-03-15 BC` would be 44 years after Christ. */
const momentIn = (written: string): string => written.replace(/^(\d+-\d\d-\d\d)(.*?)Z? BC$/, '$1 (BC)$2')

/** The rows of a step wait here as texts, in the order of the table's columns. */
const waiting = 'temp.main.waiting_rows'

/** A DuckDB that writes: over a database file, or in memory for files of other kinds. It lives in a process of its own alone. */
export class WritingEngine {
  readonly #instance: DuckDBInstance
  readonly #connection: DuckDBConnection
  #appender: DuckDBAppender | null = null
  /** Of the columns of the rows that wait: which are dates or times. */
  #areMoments: boolean[] = []

  private constructor(instance: DuckDBInstance, connection: DuckDBConnection) {
    this.#instance = instance
    this.#connection = connection
  }

  /**
   * `database` is a path, or `:memory:`; nothing else is opened but `paths` and what lies in `folder` (null: nothing). One that reads files may
   * put their rows in another order. Throws DuckDB's own error.
   */
  static async open(
    database: string,
    { paths, folder, columns = 0 }: { paths: readonly string[]; folder: string | null; columns?: number },
    { memory_mb, scratch_folder }: { memory_mb: number; scratch_folder: string },
  ): Promise<WritingEngine> {
    const takesFiles = paths.length > 0
    const bounds = takesFiles
      ? takingBounds(memory_mb, columns)
      : { memory_limit: `${memory_mb}MiB`, threads: '2' }
    const instance = await DuckDBInstance.create(database, {
      ...bounds,
      temp_directory: scratch_folder,
      autoinstall_known_extensions: 'false',
      autoload_known_extensions: 'false',
    })
    const connection = await instance.connect()
    const engine = new WritingEngine(instance, connection)
    const allowed = paths.map(duckdbText).join(', ')
    const within = folder === null ? '' : duckdbText(`${folder}/`)
    for (const sql of [
      `set global TimeZone = 'UTC'`,
      `set allowed_paths = [${allowed}]`,
      `set allowed_directories = [${within}]`,
      'set enable_external_access = false',
      'set lock_configuration = true',
    ])
      await engine.run(sql)
    return engine
  }

  async run(sql: string): Promise<void> {
    await this.#connection.run(sql)
  }

  async rows(sql: string): Promise<string[][]> {
    const result = await this.#connection.run(sql)
    return (await result.getRows()).map((row) => row.map(String))
  }

  /** Rows of a table that is begun wait until they are asked for by `select`. */
  async await(columns: readonly WrittenColumn[]): Promise<void> {
    await this.forget()
    this.#areMoments = columns.map(({ type }) => moments.has(type))
    const list = columns.map((column) => `${duckdbName(column.name)} VARCHAR`).join(', ')
    await this.run(`create temp table waiting_rows (${list})`)
    this.#appender = await this.#connection.createAppender('waiting_rows', 'main', 'temp')
  }

  add(rows: readonly (readonly WrittenValue[])[]): void {
    const appender = this.#appender
    if (!appender) throw new Error('No table was begun.')
    for (const row of rows) {
      for (const [index, value] of row.entries()) {
        if (value === null) appender.appendNull()
        else appender.appendVarchar(this.#areMoments[index] ? momentIn(String(value)) : String(value))
      }
      appender.endRow()
    }
    appender.flushSync()
  }

  /** What waits, in the types of the table. */
  select({ columns }: WrittenTable): string {
    this.#closeAppender()
    const list = columns.map(
      ({ name, type }) => `${duckdbName(name)}::${duckdbTypeWord(type)} as ${duckdbName(name)}`,
    )
    return `select ${list.join(', ')} from ${waiting}`
  }

  async forget(): Promise<void> {
    this.#closeAppender()
    await this.run(`drop table if exists ${waiting}`)
  }

  close(): void {
    this.#closeAppender()
    this.#connection.closeSync()
    this.#instance.closeSync()
  }

  #closeAppender(): void {
    this.#appender?.closeSync()
    this.#appender = null
  }
}

/** DuckDB compresses so many rows together, of all columns, in each thread. */
const rowsOfGroup = 122_880
/** Of a value among them, with what it is compressed by. */
const bytesOfValue = 16

/**
 * How files are taken over: with three quarters of the memory, because the session that holds them has an engine of its own, and with one
 * thread where the rows that two would compress at a time need more than that. In the order of the files, threads would wait
 * for each other with their rows in memory.
 */
function takingBounds(memory_mb: number, columns: number) {
  const memory = Math.ceil((memory_mb * 3) / 4)
  const needed = (2 * columns * rowsOfGroup * bytesOfValue) / 2 ** 20
  return {
    memory_limit: `${memory}MiB`,
    threads: needed > memory ? '1' : '2',
    preserve_insertion_order: 'false',
  }
}

/** A list of values for `in (...)`. */
export const duckdbList = (values: readonly (string | number)[]): string =>
  values.map((value) => (typeof value === 'number' ? String(value) : duckdbText(value))).join(', ')
