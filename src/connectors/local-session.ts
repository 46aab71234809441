import { Aborted, RunFailure } from '../kernel/errors.ts'
import type { ContainerReference, FileOptions, Partition } from '../model/container.ts'
import type { DiscoveredField } from '../model/field.ts'
import type { Relation } from '../sql/ast.ts'
import { duckdb } from '../sql/dialects/duckdb.dialect.ts'
import type { Statement } from '../sql/print.ts'
import { StatementFatal, type DiscoveredContainer, type Rows, type Session } from './connector.ts'
import type { DuckdbProcess } from './duckdb-process.ts'
import { duckdbFieldType, duckdbName, duckdbText } from './duckdb-types.ts'
import { refuseDamagedGzip } from './gzip-check.ts'
import { firstInvalidLine } from './invalid-text.ts'
import { MisfitFailure } from './local-failures.ts'
import { groupByPattern, matchPattern } from './file-patterns.ts'
import { partitionOf, type FileListing, type LocalFile } from './local-files.ts'
import {
  everyJsonColumn,
  everyParquetColumn,
  jsonRows,
  nothing,
  parquetRows,
  wideParquetDecimals,
  textRows,
  type TextFile,
} from './local-relations.ts'
import { NoLayout, readLayout, type TextLayout } from './separated-text.ts'
import { inferTypes } from './text-types.ts'

type FoundColumn = Pick<DiscoveredField, 'name' | 'native_type'>

/** Files of one folder as they were listed when the session was opened, read by an engine that may open them and nothing else. */
export class LocalSession implements Session {
  readonly dialect = duckdb
  readonly #engine: DuckdbProcess
  readonly #listing: FileListing
  readonly #layouts = new Map<string, TextLayout>()
  /** The files of separated text that statements have read. */
  readonly #texts = new Set<LocalFile>()

  constructor(engine: DuckdbProcess, listing: FileListing) {
    this.#engine = engine
    this.#listing = listing
  }

  async *discover(): AsyncGenerator<DiscoveredContainer> {
    const names = this.#listing.files.map(({ name }) => name)
    for (const name of groupByPattern(names).keys()) yield await this.#discoverOne(name)
    for (const { name, reason } of this.#listing.refused) yield unreadable(name, reason, [])
  }

  async describe(
    container: ContainerReference,
    known: readonly DiscoveredField[] = [],
  ): Promise<{ fields: DiscoveredField[]; partitions: Partition[] }> {
    const files = this.#filesOf(container.name)
    const partitions = files.map((file) => partitionOf(file))
    const filled = files.filter(({ size_bytes }) => size_bytes > 0)
    const [first] = filled
    if (!first) throw empty(container.name)
    for (const file of filled) await refuseDamagedGzip(file)
    const types = await this.#typesOf(first.format, filled, container, known)
    const fields = types.map(({ name, native_type }) => ({
      name,
      type: duckdbFieldType(native_type),
      native_type,
      nullable: true,
    }))
    return { fields, partitions }
  }

  relation(
    container: ContainerReference,
    fields: readonly DiscoveredField[],
    partitions: readonly string[] | 'all',
  ): Relation {
    const all = this.#filesOf(container.name)
    const wanted = partitions === 'all' ? null : new Set(partitions)
    const files = all.filter(
      ({ name, size_bytes }) => size_bytes > 0 && (wanted === null || wanted.has(name)),
    )
    const [first] = files
    if (!first) return { kind: 'store', sql: nothing(fields) }
    switch (first.format) {
      case 'separated':
        return { kind: 'store', sql: this.#textRelation(files, fields, container.file_options) }
      case 'json':
        return { kind: 'store', sql: jsonRows(files, fields) }
      case 'parquet':
        return { kind: 'store', sql: parquetRows(files, fields, all.length > 1) }
    }
  }

  async query(statement: Statement): Promise<Rows> {
    try {
      return await this.#engine.query(statement)
    } catch (error) {
      throw error instanceof StatementFatal ? await this.#explain(error) : await this.#located(error)
    }
  }

  async *stream(statement: Statement): AsyncGenerator<Rows> {
    try {
      yield* this.#engine.stream(statement)
    } catch (error) {
      throw error instanceof StatementFatal ? await this.#explain(error) : await this.#located(error)
    }
  }

  close(): Promise<void> {
    return this.#engine.close()
  }

  /** Says in which line or record the value that does not fit stands; every other error as it is. */
  async #located(error: unknown): Promise<unknown> {
    if (!(error instanceof MisfitFailure)) return error
    const file = this.#listing.files.find(({ path }) => path === error.path)
    if (!file) return error
    const layout = [...this.#layouts].find(([key]) => key.endsWith(`:${file.path}`))?.[1]
    const texts = [{ name: error.field, native_type: 'VARCHAR' }]
    const rows = layout ? textRows([{ ...file, layout }], texts, {}) : jsonRows([file], texts)
    try {
      const found = await this.#engine.read(
        `select min(place) from (select row_number() over () as place, ${duckdbName(error.field)} as value from ${rows})
         where value = ${duckdbText(error.value)}`,
      )
      const place = Number(found.rows[0]?.[0])
      const where = layout ? `line ${place + layout.skipped + (layout.hasHeader ? 1 : 0)}` : `record ${place}`
      return error.at(`The file "${file.name}", ${where},`)
    } catch (cause) {
      if (cause instanceof Aborted) return cause
      return error
    }
  }

  /** DuckDB breaks down over bytes that are not UTF-8 in text of which a statement needs some columns only; the files tell. */
  async #explain(error: StatementFatal): Promise<RunFailure | StatementFatal> {
    for (const file of this.#texts) {
      const line = await firstInvalidLine(file.path)
      if (line !== null) return notUtf8(file.name, line, error)
    }
    return error
  }

  async #discoverOne(name: string): Promise<DiscoveredContainer> {
    try {
      const found = await this.describe({ name, container_type: 'file', file_options: {} })
      return { name, container_type: 'file', table_type: null, unloadable: null, ...found }
    } catch (error) {
      if (!(error instanceof RunFailure)) throw error
      return unreadable(
        name,
        error.message,
        this.#filesOf(name).map((file) => partitionOf(file)),
      )
    }
  }

  async #typesOf(
    format: LocalFile['format'],
    files: readonly LocalFile[],
    container: ContainerReference,
    known: readonly DiscoveredField[],
  ): Promise<FoundColumn[]> {
    switch (format) {
      case 'separated':
        return this.#textTypes(container.name, files, container.file_options, known)
      case 'json':
        return this.#jsonTypes(files, known)
      case 'parquet':
        return this.#parquetTypes(files)
    }
  }

  /** DuckDB takes a decimal of more than 38 digits for a floating number, and a wrong one; it keeps the file's own type here. */
  async #parquetTypes(files: readonly LocalFile[]): Promise<FoundColumn[]> {
    const found = await this.#columnsOf(everyParquetColumn(files))
    if (!found.some(({ native_type }) => native_type === 'DOUBLE')) return found
    const { rows } = await this.#engine.read(wideParquetDecimals(files))
    const wide = new Map(rows.map(([name, type]) => [String(name), String(type)]))
    return found.map(({ name, native_type }) => ({
      name,
      native_type: native_type === 'DOUBLE' ? (wide.get(name) ?? native_type) : native_type,
    }))
  }

  async #jsonTypes(files: readonly LocalFile[], known: readonly DiscoveredField[]): Promise<FoundColumn[]> {
    const found = await this.#columnsOf(everyJsonColumn(files))
    await this.#refuseRenamed(files, found)
    const types = new Map(known.map((field) => [field.name, field.native_type]))
    const asked = found.filter(({ name, native_type }) => native_type === 'VARCHAR' && !types.has(name))
    const inferred = await inferTypes(
      asked.map(({ name }) => duckdbName(name)),
      jsonRows(files, asked),
      (sql) => this.#engine.read(sql),
      'times',
    )
    asked.forEach(({ name }, index) => types.set(name, inferred[index] ?? 'VARCHAR'))
    return found.map(({ name, native_type }) => ({ name, native_type: types.get(name) ?? native_type }))
  }

  /** Members whose names differ in letter case only get other names from DuckDB, under which it then finds no value. */
  async #refuseRenamed(files: readonly LocalFile[], found: readonly FoundColumn[]): Promise<void> {
    const names = new Set(found.map(({ name }) => name.toLowerCase()))
    const suspects = found.filter(
      ({ name, native_type }) =>
        native_type !== 'JSON' && /_\d+$/.test(name) && names.has(name.toLowerCase().replace(/_\d+$/, '')),
    )
    if (suspects.length === 0) return
    const counts = suspects.map(({ name }) => `count(${duckdbName(name)})`).join(', ')
    const { rows } = await this.#engine.read(`select ${counts} from ${jsonRows(files, suspects)}`)
    const renamed = suspects.find((_, index) => Number(rows[0]?.[index]) === 0)
    if (!renamed) return
    const name = renamed.name.replace(/_\d+$/, '')
    throw new RunFailure(
      `Its records have members whose names differ from "${name}" in letter case only, and fields cannot be told apart by that; give them other names.`,
    )
  }

  async #columnsOf(source: string): Promise<FoundColumn[]> {
    const { rows } = await this.#engine.describe(`select * from ${source}`)
    return rows.map(([name, type]) => ({ name: String(name), native_type: String(type) }))
  }

  async #textTypes(
    container: string,
    files: readonly LocalFile[],
    options: FileOptions,
    known: readonly DiscoveredField[],
  ): Promise<FoundColumn[]> {
    const texts = this.#withLayouts(files, options)
    const byKey = new Map(
      texts
        .flatMap(({ layout }) => layout.names)
        .map((name) => [name.toLowerCase(), name] as const)
        .toReversed(),
    )
    const order = new Set(texts.flatMap(({ layout }) => layout.names.map((name) => name.toLowerCase())))
    const fields = [...order].map((key) => ({ name: byKey.get(key) ?? key, native_type: 'VARCHAR' }))
    if (fields.length === 0) throw empty(container)
    if (options.infer_datatypes === false) return fields
    const kept = new Map(known.map((field) => [field.name, field.native_type]))
    const asked = fields.filter(({ name }) => !kept.has(name))
    const inferred = await inferTypes(
      asked.map(({ name }) => duckdbName(name)),
      textRows(texts, fields, { ...options, treat_empty_as_null: true }),
      (sql) => this.#engine.read(sql),
    )
    asked.forEach(({ name }, index) => kept.set(name, inferred[index] ?? 'VARCHAR'))
    return fields.map(({ name }) => ({ name, native_type: kept.get(name) ?? 'VARCHAR' }))
  }

  #textRelation(
    files: readonly LocalFile[],
    fields: readonly DiscoveredField[],
    options: FileOptions,
  ): string {
    const texts = this.#withLayouts(files, options)
    return texts.length === 0 ? nothing(fields) : textRows(texts, fields, options)
  }

  /** Files that hold no row at all, not even a header, are left out. */
  #withLayouts(files: readonly LocalFile[], options: FileOptions): TextFile[] {
    return files
      .map((file) => ({ ...file, layout: this.#layoutOf(file, options) }))
      .filter(({ layout }) => layout.names.length > 0)
  }

  #layoutOf(file: LocalFile, options: FileOptions): TextLayout {
    const key = `${options.has_header ?? ''}:${file.path}`
    const cached = this.#layouts.get(key)
    if (cached) return cached
    try {
      const layout = readLayout(file.path, options)
      this.#layouts.set(key, layout)
      this.#texts.add(file)
      return layout
    } catch (cause) {
      throw unopened(file.name, cause)
    }
  }

  #filesOf(container: string): LocalFile[] {
    const names = new Set(
      matchPattern(
        container,
        this.#listing.files.map(({ name }) => name),
      ),
    )
    if (names.size > 0) return this.#listing.files.filter(({ name }) => names.has(name))
    const refused = this.#listing.refused.find(({ name }) => name === container)
    throw new RunFailure(refused?.reason ?? `No file is found for the container "${container}" any more.`)
  }
}

function unreadable(name: string, reason: string, partitions: Partition[]): DiscoveredContainer {
  return {
    name,
    container_type: 'file',
    table_type: null,
    unloadable: reason,
    fields: [],
    partitions,
  }
}

function empty(container: string): RunFailure {
  return new RunFailure(`"${container}" is empty: there is not even a header to find fields in.`)
}

function notUtf8(file: string, line: number, cause: unknown): RunFailure {
  return new RunFailure(
    `The file "${file}" is not UTF-8: line ${line} holds bytes that are not valid in it. Save the file as UTF-8.`,
    { cause },
  )
}

function unopened(name: string, cause: unknown): RunFailure {
  if (cause instanceof NoLayout) return new RunFailure(`The file "${name}" ${cause.message}`, { cause })
  const code = cause instanceof Error && 'code' in cause ? cause.code : undefined
  if (code === 'ENOENT') return new RunFailure(`The file "${name}" is gone.`, { cause })
  if (code === 'EACCES')
    return new RunFailure(`The file "${name}" may not be read by this service.`, { cause })
  if (typeof code === 'string' && code.startsWith('Z_')) {
    return new RunFailure(`The file "${name}" is not a gzip file although its name says so.`, { cause })
  }
  return new RunFailure(`The file "${name}" could not be read.`, { cause })
}
