// Runs in a process of its own, so that a write that does not end can be stopped.
import { basename } from 'node:path'
import { messageOf, RunFailure } from '../../kernel/errors.ts'
import { endWithService } from '../shared/end-with-service.ts'
import { serveWriter } from '../shared/serve-writer.ts'
import { TableWriter, type FoundTable, type TableStore } from '../shared/table-writer.ts'
import {
  ownMark,
  type FileQuery,
  type Replaced,
  type WrittenColumn,
  type WrittenTable,
  type WrittenType,
  type WrittenValue,
} from '../writer.ts'
import { isHeldElsewhere } from './held-elsewhere.ts'
import { duckdbName, duckdbText } from './types.ts'
import { duckdbList, duckdbTypeWord, WritingEngine } from './writing-engine.ts'

/** The tables of one schema of a database file. */
class DuckdbTables implements TableStore {
  readonly longest_name = null
  readonly ignores_case = true
  readonly #engine: WritingEngine
  readonly #schema: string
  readonly #file: WrittenFile
  #begun: WrittenTable | null = null

  constructor(engine: WritingEngine, schema: string, file: WrittenFile) {
    this.#engine = engine
    this.#schema = schema
    this.#file = file
  }

  async find(table: string): Promise<FoundTable | null> {
    const named = (column: string): string =>
      `database_name = current_database() and schema_name = ${duckdbText(this.#schema)} and lower(${column}) = lower(${duckdbText(table)})`
    const [kind] = await this.#rows(
      `select coalesce(comment, ''), 'table' from duckdb_tables() where ${named('table_name')}
       union all select '', 'view' from duckdb_views() where ${named('view_name')}`,
    )
    if (!kind) return null
    const columns = await this.#rows(
      `select column_name, data_type from duckdb_columns() where ${named('table_name')}`,
    )
    return {
      is_ours: kind[1] === 'table' && (kind[0] ?? '').startsWith(ownMark),
      columns: columns.map(([name = '', type = '']) => ({ name, type })),
    }
  }

  typeWord(type: WrittenType): string {
    return duckdbTypeWord(type)
  }

  async create({ name, columns }: WrittenTable): Promise<void> {
    const list = columns.map((column) => `${duckdbName(column.name)} ${duckdbTypeWord(column.type)}`)
    await this.#together([
      `create table ${this.#named(name)} (${list.join(', ')})`,
      `comment on table ${this.#named(name)} is '${ownMark}'`,
    ])
  }

  async addColumn(table: string, { name, type }: WrittenColumn): Promise<void> {
    await this.#run(
      `alter table ${this.#named(table)} add column ${duckdbName(name)} ${duckdbTypeWord(type)}`,
    )
  }

  async changeType(table: string, { name, type }: WrittenColumn): Promise<void> {
    await this.#run(
      `alter table ${this.#named(table)} alter column ${duckdbName(name)} set data type ${duckdbTypeWord(type)}`,
    )
  }

  async begin(table: WrittenTable): Promise<void> {
    this.#begun = table
    await this.#safely(() => this.#engine.await(table.columns))
    await this.#run('begin')
  }

  async remove({ name }: WrittenTable, { column, values, and }: Replaced): Promise<void> {
    const other = and ? ` and ${duckdbName(and.column)} = ${duckdbList([and.value])}` : ''
    await this.#run(
      `delete from ${this.#named(name)} where ${duckdbName(column)} in (${duckdbList(values)})${other}`,
    )
  }

  async empty({ name }: WrittenTable): Promise<void> {
    await this.#run(`delete from ${this.#named(name)}`)
  }

  async insert(_table: WrittenTable, rows: readonly (readonly WrittenValue[])[]): Promise<void> {
    await this.#safely(async () => this.#engine.add(rows))
  }

  async take({ name, columns }: WrittenTable, { sql, values }: FileQuery): Promise<number> {
    const names = columns.map((column) => duckdbName(column.name)).join(', ')
    const list = columns.map(({ type }, index) => {
      const value = values[index] ?? { text: '' }
      const printed = 'column' in value ? duckdbName(value.column) : duckdbText(value.text)
      return `${printed}::${duckdbTypeWord(type)}`
    })
    const insert = `insert into ${this.#named(name)} (${names}) select ${list.join(', ')} from (${sql})`
    const [[count = '0'] = []] = await this.#rows(insert)
    return Number(count)
  }

  async commit(): Promise<void> {
    const table = this.#begun
    if (!table) throw new Error('No table was begun.')
    const names = table.columns.map(({ name }) => duckdbName(name)).join(', ')
    await this.#run(`insert into ${this.#named(table.name)} (${names}) ${this.#engine.select(table)}`)
    await this.#run('commit')
    await this.#safely(() => this.#engine.forget())
  }

  async rollback(): Promise<void> {
    await this.#engine.run('rollback').catch(() => undefined)
    await this.#safely(() => this.#engine.forget())
  }

  async drop(table: string): Promise<void> {
    await this.#run(`drop table ${this.#named(table)}`)
  }

  async count(table: string): Promise<number> {
    const [[count = '0'] = []] = await this.#rows(`select count(*) from ${this.#named(table)}`)
    return Number(count)
  }

  async swap(from: string, to: string, exists: boolean): Promise<void> {
    const away = exists ? [`drop table ${this.#named(to)}`] : []
    await this.#together([...away, `alter table ${this.#named(from)} rename to ${duckdbName(to)}`])
  }

  async close(): Promise<void> {
    this.#engine.close()
  }

  #named(table: string): string {
    return `${duckdbName(this.#schema)}.${duckdbName(table)}`
  }

  /** In one transaction. */
  async #together(statements: readonly string[]): Promise<void> {
    await this.#run('begin')
    try {
      for (const sql of statements) await this.#run(sql)
      await this.#run('commit')
    } catch (error) {
      await this.#engine.run('rollback').catch(() => undefined)
      throw error
    }
  }

  #run(sql: string): Promise<void> {
    return this.#safely(() => this.#engine.run(sql))
  }

  #rows(sql: string): Promise<string[][]> {
    return this.#safely(() => this.#engine.rows(sql))
  }

  async #safely<Result>(work: () => Promise<Result>): Promise<Result> {
    try {
      return await work()
    } catch (error) {
      throw translate(error, this.#file)
    }
  }
}

/** The database file, and how people know it. */
interface WrittenFile {
  path: string
  known_as: string
}

function translate(error: unknown, { path, known_as }: WrittenFile): RunFailure {
  const message = messageOf(error)
    .replaceAll(path, () => basename(path))
    .replace(/\.$/, '')
  const failure = (sentence: string, retryable: boolean): RunFailure =>
    new RunFailure(sentence, { cause: error, retryable })
  if (isHeldElsewhere(message)) {
    return failure(
      `The ${known_as} is open in another program or for reading, and DuckDB lets nobody write meanwhile: close it there.`,
      true,
    )
  }
  if (/read-only|permission denied|cannot open file/i.test(message)) {
    return failure(
      `The ${known_as} cannot be written: ${message}. Let this service write the file and its folder.`,
      true,
    )
  }
  if (/no space left/i.test(message))
    return failure(`The disk of the ${known_as} is full: make room there.`, true)
  if (message.startsWith('IO Error'))
    return failure(
      `The ${known_as} could not be written: ${message}. Let this service write the file and its folder, and look after the disk.`,
      true,
    )
  return failure(`The ${known_as} refused: ${message}.`, false)
}

const noFiles = { paths: [], folder: null }

serveWriter(async ({ path, known_as = 'enrichment database', schema, reads, ...bounds }) => {
  const file = { path, known_as }
  try {
    const engine = await WritingEngine.open(path, reads ?? noFiles, bounds)
    return new TableWriter(new DuckdbTables(engine, schema ?? 'main', file))
  } catch (error) {
    throw translate(error, file)
  }
})
endWithService('free')
