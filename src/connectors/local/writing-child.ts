// Runs in a process of its own, so that a write that does not end can be stopped.
import { rename, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { messageOf, RunFailure } from '../../kernel/errors.ts'
import { duckdbName, duckdbText } from '../duckdb/types.ts'
import { duckdbList, duckdbTypeWord, WritingEngine } from '../duckdb/writing-engine.ts'
import { endWithService } from '../shared/end-with-service.ts'
import { serveWriter } from '../shared/serve-writer.ts'
import { TableWriter, type FoundTable, type TableStore } from '../shared/table-writer.ts'
import { tableFile } from './table-file.ts'
import { ownMark, type Replaced, type WrittenTable, type WrittenType, type WrittenValue } from '../writer.ts'

/** A table is a Parquet file of its name. Adding rows writes the file anew beside the old one, whose place it then takes. */
class ParquetFiles implements TableStore {
  readonly longest_name = 200
  readonly ignores_case = true
  readonly rewrites = true
  readonly #engine: WritingEngine
  readonly #folder: string
  readonly #knownAs: string
  #begun: WrittenTable | null = null
  /** The rows of the file that stay; null for none. */
  #kept: string | null = null

  constructor(engine: WritingEngine, folder: string, knownAs: string) {
    this.#engine = engine
    this.#folder = folder
    this.#knownAs = knownAs
  }

  async find(table: string): Promise<FoundTable | null> {
    const path = this.#file(table)
    try {
      await stat(path)
    } catch {
      return null
    }
    const text = duckdbText(path)
    const marks = await this.#safely(() =>
      this.#engine.rows(`select decode(value) from parquet_kv_metadata(${text})`),
    ).catch(() => [])
    if (!marks.some(([value = '']) => value.startsWith(ownMark))) return { is_ours: false, columns: [] }
    return { is_ours: true, columns: await this.#columns(table) }
  }

  typeWord(type: WrittenType): string {
    return duckdbTypeWord(type)
  }

  /** Nothing: the file comes with the first rows, or with none at the commit. */
  async create(): Promise<void> {}

  /** Nothing: `begin` gives what is kept the columns of the table. */
  async addColumn(): Promise<void> {}

  async changeType(): Promise<void> {}

  async begin(table: WrittenTable, existed: boolean): Promise<void> {
    await this.#safely(() => this.#engine.await(table.columns))
    this.#begun = table
    this.#kept = existed ? this.#read(table, await this.#columns(table.name)) : null
  }

  async remove(_table: WrittenTable, { column, values, and }: Replaced): Promise<void> {
    const other = and ? ` and ${duckdbName(and.column)} = ${duckdbList([and.value])}` : ''
    const gone = `${duckdbName(column)} in (${duckdbList(values)})${other}`
    this.#kept = `${this.#kept} where (${gone}) is not true`
  }

  async empty(): Promise<void> {
    this.#kept = null
  }

  async insert(_table: WrittenTable, rows: readonly (readonly WrittenValue[])[]): Promise<void> {
    await this.#safely(async () => this.#engine.add(rows))
  }

  async commit(): Promise<void> {
    const table = this.#begun
    if (!table) throw new Error('No table was begun.')
    const added = this.#engine.select(table)
    const all = this.#kept === null ? added : `${this.#kept} union all by name ${added}`
    const part = this.#part(table.name)
    await this.#safely(async () => {
      await this.#engine.run(
        `copy (${all}) to ${duckdbText(part)} (format parquet, kv_metadata {made_by: ${duckdbText(ownMark)}})`,
      )
      await rename(part, this.#file(table.name))
      await this.#engine.forget()
    })
    this.#begun = null
  }

  async rollback(): Promise<void> {
    this.#begun = null
    await this.#safely(() => this.#engine.forget())
  }

  async drop(table: string): Promise<void> {
    await this.#safely(() => rm(this.#file(table), { force: true }))
  }

  async sweep(table: string): Promise<void> {
    await this.#safely(() => rm(this.#part(table), { force: true }))
  }

  async count(table: string): Promise<number> {
    const file = duckdbText(this.#file(table))
    const [[count = '0'] = []] = await this.#safely(() =>
      this.#engine.rows(`select count(*) from read_parquet(${file})`),
    )
    return Number(count)
  }

  async swap(from: string, to: string): Promise<void> {
    await this.#safely(() => rename(this.#file(from), this.#file(to)))
  }

  async close(): Promise<void> {
    this.#engine.close()
  }

  /** The rows of the file, with the columns of the table in their types and those that it had besides. */
  #read({ name, columns }: WrittenTable, found: FoundTable['columns']): string {
    const wanted = new Map(columns.map((column) => [column.name.toLowerCase(), column.type]))
    const list = found.map((column) => {
      const type = wanted.get(column.name.toLowerCase())
      const quoted = duckdbName(column.name)
      return type === undefined ? quoted : `${quoted}::${duckdbTypeWord(type)} as ${quoted}`
    })
    return `select ${list.join(', ')} from read_parquet(${duckdbText(this.#file(name))})`
  }

  async #columns(table: string): Promise<FoundTable['columns']> {
    const rows = await this.#safely(() =>
      this.#engine.rows(`describe select * from read_parquet(${duckdbText(this.#file(table))})`),
    )
    return rows.map(([name = '', type = '']) => ({ name, type }))
  }

  #file(table: string): string {
    return join(this.#folder, tableFile(table))
  }

  /** Where a file is written that is not whole yet. */
  #part(table: string): string {
    return join(this.#folder, `.${table}.part`)
  }

  async #safely<Result>(work: () => Promise<Result>): Promise<Result> {
    try {
      return await work()
    } catch (error) {
      throw translate(error, this.#folder, this.#knownAs)
    }
  }
}

function translate(error: unknown, folder: string, knownAs: string): RunFailure {
  const message = messageOf(error).replaceAll(folder, 'the folder').replace(/\.$/, '')
  const failure = (sentence: string, retryable: boolean): RunFailure =>
    new RunFailure(sentence, { cause: error, retryable })
  if (/permission denied|read-only|EACCES|EROFS|cannot open file/i.test(message)) {
    return failure(`The ${knownAs} cannot be written: ${message}. Let this service write files there.`, true)
  }
  if (/no space left|ENOSPC/i.test(message))
    return failure(`The disk of the ${knownAs} is full: make room there.`, true)
  if (/^IO Error|^E[A-Z]+:/.test(message))
    return failure(
      `The ${knownAs} could not be written: ${message}. Let this service write files there, and look after the disk.`,
      true,
    )
  return failure(`The enrichment files refused: ${message}.`, false)
}

serveWriter(async ({ path, known_as = 'folder', ...bounds }) => {
  try {
    return new TableWriter(
      new ParquetFiles(
        await WritingEngine.open(':memory:', { paths: [], folder: path }, bounds),
        path,
        known_as,
      ),
    )
  } catch (error) {
    throw translate(error, path, known_as)
  }
})
endWithService('free')
