import { Aborted, RunFailure } from '../../kernel/errors.ts'
import type { ContainerReference, FileLayout, FileOptions, Partition } from '../../model/container.ts'
import type { FilePattern } from '../../model/datastore.ts'
import type { DiscoveredField } from '../../model/field.ts'
import type { Relation } from '../../sql/ast.ts'
import { duckdb } from '../../sql/dialects/duckdb.dialect.ts'
import type { Statement } from '../../sql/print.ts'
import {
  StatementFatal,
  type DiscoveredContainer,
  type KnownContainer,
  type Rows,
  type Session,
} from '../connector.ts'
import type { DuckdbProcess } from '../duckdb/process.ts'
import { duckdbName, duckdbText } from '../duckdb/types.ts'
import { shownLayout } from './file-layout.ts'
import { filesOfGroup, groupFiles } from './file-groups.ts'
import { refuseDamagedGzip } from './gzip-check.ts'
import { firstInvalidLine } from './invalid-text.ts'
import { keyedColumns } from './keyed-columns.ts'
import { empty, fieldOf, notUtf8, unreadable } from './containers.ts'
import { MisfitFailure, TornFailure } from './failures.ts'
import { partitionOf, type FileListing, type LocalFile } from './files.ts'
import {
  everyJsonColumn,
  everyParquetColumn,
  jsonRows,
  nothing,
  parquetRows,
  someJsonColumns,
  wideParquetDecimals,
  textRows,
  type JsonFile,
} from './relations.ts'
import type { ReadableFiles } from './readable-files.ts'
import { ownStatement } from '../shared/rows.ts'
import { inferTypes } from './text-types.ts'
import { proposeTokens } from './token-proposal.ts'

type FoundColumn = Pick<DiscoveredField, 'name' | 'native_type'>

/** The columns of a container, and what a person may want to know about how they were found. */
interface FoundTypes {
  columns: FoundColumn[]
  remarks: string[]
}

/** For so long one listing serves several containers, milliseconds: a file that grew since is read again by the next incremental scan. */
const longestListedMs = 1000

/** Files of one folder as they were listed when the session was opened, read by an engine that may open them and nothing else. */
export class LocalSession implements Session {
  readonly dialect = duckdb
  readonly #engine: DuckdbProcess
  readonly #listing: FileListing
  readonly #files: ReadableFiles
  readonly #patterns: readonly FilePattern[]
  readonly #listedAt = performance.now()

  constructor(
    engine: DuckdbProcess,
    listing: FileListing,
    files: ReadableFiles,
    patterns: readonly FilePattern[],
  ) {
    this.#patterns = patterns
    this.#engine = engine
    this.#listing = listing
    this.#files = files
  }

  async *discover(
    known: ReadonlyMap<string, KnownContainer> = new Map(),
  ): AsyncGenerator<DiscoveredContainer> {
    const names = this.#listing.files.map(({ name }) => name)
    const groups = await groupFiles(
      names,
      this.#patterns,
      (pattern) => known.has(pattern),
      (name) => this.#columnNames(name, known.get(name)?.file_options ?? {}),
    )
    for (const { name, remark } of groups) {
      const found = await this.discoverOne(name, known.get(name) ?? { file_options: {}, fields: [] })
      yield remark === null ? found : { ...found, remarks: [remark, ...(found.remarks ?? [])] }
      // A folder may have more files than the service may have open at a time.
      this.#files.release()
    }
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
    for (const file of filled) await refuseDamagedGzip(this.#files.hold(file))
    const { columns } = await this.#typesOf(first.format, filled, container, known)
    return { fields: columns.map(fieldOf), partitions }
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
        return { kind: 'store', sql: this.#jsonRelation(files, fields, container.file_options) }
      case 'parquet':
        return { kind: 'store', sql: parquetRows(this.#files.plain(files), fields, all.length > 1) }
    }
  }

  async query(statement: Statement): Promise<Rows> {
    await this.#files.ready()
    try {
      return await this.#engine.query(statement)
    } catch (error) {
      if (!(error instanceof TornFailure)) throw await this.#explain(error)
      if (!(await this.#files.mendLineEnds())) throw error
    }
    try {
      return await this.#engine.query(statement)
    } catch (error) {
      throw await this.#explain(error)
    }
  }

  async *stream(statement: Statement): AsyncGenerator<Rows> {
    await this.#files.ready()
    let isBegun = false
    try {
      for await (const rows of this.#engine.stream(statement)) {
        isBegun = true
        yield rows
      }
      return
    } catch (error) {
      // What was handed over cannot be taken back, and would come twice.
      if (isBegun || !(error instanceof TornFailure)) throw await this.#explain(error)
      if (!(await this.#files.mendLineEnds())) throw error
    }
    try {
      yield* this.#engine.stream(statement)
    } catch (error) {
      throw await this.#explain(error)
    }
  }

  /** Files that are opened from now on are those that are there now; false when the list of them is too old. */
  async renew(): Promise<boolean> {
    this.#files.release()
    return performance.now() - this.#listedAt < longestListedMs
  }

  async close(): Promise<void> {
    await this.#engine.close()
    this.#files.release()
  }

  async discoverOne(name: string, { file_options, fields }: KnownContainer): Promise<DiscoveredContainer> {
    const container = { name, container_type: 'file', table_type: null } as const
    try {
      const found = await this.#catalogued({ ...container, file_options }, fields)
      return { ...container, unloadable: null, ...found }
    } catch (error) {
      if (!(error instanceof RunFailure)) throw error
      const partitions = this.#filesOf(name).map((file) => partitionOf(file))
      return unreadable(name, error.message, partitions)
    }
  }

  /** What `discover` passes over, with the reason of each. */
  skipped(): { name: string; reason: string }[] {
    return this.#listing.skipped
  }

  /** The columns of one file, without a look at all of its rows; null for a file that is empty or cannot be read. */
  async #columnNames(name: string, options: FileOptions): Promise<string[] | null> {
    const file = this.#listing.files.find((one) => one.name === name)
    if (!file || file.size_bytes === 0) return null
    try {
      if (file.format === 'separated') return this.#files.texts([file], options)[0]?.layout.names ?? null
      const source =
        file.format === 'json'
          ? someJsonColumns(this.#files.json([file], options))
          : everyParquetColumn(this.#files.plain([file]))
      return (await this.#columnsOf(source)).map((column) => column.name)
    } catch (error) {
      if (error instanceof RunFailure) return null
      throw error
    } finally {
      this.#files.release()
    }
  }

  /** What a sync keeps of a container; `kept` fields are read once, so that a value that does not fit is found. */
  async #catalogued(container: ContainerReference, kept: readonly DiscoveredField[]) {
    const files = this.#filesOf(container.name)
    const filled = files.filter(({ size_bytes }) => size_bytes > 0)
    const [first] = filled
    if (!first) throw empty(container.name)
    for (const file of filled) await refuseDamagedGzip(this.#files.hold(file))
    const { columns, remarks } = await this.#typesOf(first.format, filled, container, kept)
    const fields = columns.map(fieldOf)
    const keptNames = new Set(kept.map(({ name }) => name))
    const read = fields
      .filter(({ name }) => keptNames.has(name))
      .map(({ name }) => `count(${duckdbName(name)})`)
    if (read.length > 0 && first.format !== 'parquet') {
      const relation = this.relation(container, fields, 'all')
      if (relation.kind === 'store') await this.#read(`select ${read.join(', ')} from ${relation.sql}`)
    }
    const file_layout = this.#layoutOf(first, container.file_options)
    return { fields, partitions: files.map((file) => partitionOf(file)), file_layout, remarks }
  }

  #layoutOf(file: LocalFile, options: FileOptions): FileLayout {
    if (file.format === 'separated')
      return shownLayout(file.format, this.#files.texts([file], options)[0]?.layout ?? null)
    const shown = shownLayout(file.format, null)
    return file.format === 'json' ? { ...shown, ...this.#files.jsonLayout(file, options) } : shown
  }

  /** A statement of the connector's own, with the reason when a file is to blame. */
  async #read(sql: string): Promise<Rows> {
    return ownStatement(this.query({ sql, parameters: [] }))
  }

  /** The sentence for what a file is to blame for; every other error as it is. */
  async #explain(error: unknown): Promise<unknown> {
    if (error instanceof MisfitFailure) return this.#located(error)
    if (!(error instanceof StatementFatal)) return error
    // DuckDB breaks down over bytes that are not UTF-8 in text of which a statement needs some columns only; the files tell.
    for (const { file } of this.#files.opened()) {
      const line = await firstInvalidLine(file)
      if (line !== null) return notUtf8(file.name, line, error)
    }
    return error
  }

  /** Says in which line or record the value that does not fit stands. */
  async #located(error: MisfitFailure): Promise<unknown> {
    const { path, field, value } = error.misfit
    const found = this.#files.find(path)
    if (!found) return error
    const texts = [{ name: field, native_type: 'VARCHAR' }]
    const rows = found.text ? textRows([found.text], texts, {}) : jsonRows([found.file], texts)
    try {
      const { rows: places } = await this.#engine.read(
        `select min(place) from (select row_number() over () as place, ${duckdbName(field)} as value from ${rows})
         where value = ${duckdbText(value)}`,
      )
      const place = Number(places[0]?.[0])
      const where = found.text
        ? `line ${place + found.text.layout.linesBefore + (found.text.layout.hasHeader ? 1 : 0)}`
        : `record ${place}`
      return error.at(`The file "${found.file.name}", ${where},`)
    } catch (cause) {
      if (cause instanceof Aborted) return cause
      return error
    }
  }

  async #typesOf(
    format: LocalFile['format'],
    files: readonly LocalFile[],
    container: ContainerReference,
    known: readonly DiscoveredField[],
  ): Promise<FoundTypes> {
    const found = await this.#ownTypesOf(format, files, container, known)
    const keyed = keyedColumns(files)
    const hidden = new Set(keyed.map(({ name }) => name.toLowerCase()))
    const own = found.columns.filter(({ name }) => !hidden.has(name.toLowerCase()))
    const kept = new Map(known.map((field) => [field.name, field.native_type]))
    const added = keyed.map(({ name, native_type }) => ({
      name,
      native_type:
        kept.get(name) ?? (container.file_options.infer_datatypes === false ? 'VARCHAR' : native_type),
    }))
    return { ...found, columns: [...own, ...added] }
  }

  /** The columns that stand in the files themselves. */
  async #ownTypesOf(
    format: LocalFile['format'],
    files: readonly LocalFile[],
    container: ContainerReference,
    known: readonly DiscoveredField[],
  ): Promise<FoundTypes> {
    switch (format) {
      case 'separated':
        return this.#textTypes(container.name, files, container.file_options, known)
      case 'json':
        return { columns: await this.#jsonTypes(files, container.file_options, known), remarks: [] }
      case 'parquet':
        return { columns: await this.#parquetTypes(this.#files.plain(files)), remarks: [] }
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

  async #jsonTypes(
    given: readonly LocalFile[],
    options: FileOptions,
    known: readonly DiscoveredField[],
  ): Promise<FoundColumn[]> {
    const files = this.#files.json(given, options)
    const found = await this.#columnsOf(everyJsonColumn(files))
    await this.#refuseRenamed(files, found)
    const types = new Map(known.map((field) => [field.name, field.native_type]))
    const asked = found.filter(({ name, native_type }) => native_type === 'VARCHAR' && !types.has(name))
    const inferred = await inferTypes(
      asked.map(({ name }) => duckdbName(name)),
      jsonRows(files, asked),
      (sql) => this.#read(sql),
      { ...options, set: 'times' },
    )
    asked.forEach(({ name }, index) => types.set(name, inferred[index] ?? 'VARCHAR'))
    return found.map(({ name, native_type }) => ({ name, native_type: types.get(name) ?? native_type }))
  }

  /** Members whose names differ in letter case only get other names from DuckDB, under which it then finds no value. */
  async #refuseRenamed(files: readonly JsonFile[], found: readonly FoundColumn[]): Promise<void> {
    const names = new Set(found.map(({ name }) => name.toLowerCase()))
    const suspects = found.filter(
      ({ name, native_type }) =>
        native_type !== 'JSON' && /_\d+$/.test(name) && names.has(name.toLowerCase().replace(/_\d+$/, '')),
    )
    if (suspects.length === 0) return
    const counts = suspects.map(({ name }) => `count(${duckdbName(name)})`).join(', ')
    const { rows } = await this.#read(`select ${counts} from ${jsonRows(files, suspects)}`)
    const renamed = suspects.find((_, index) => Number(rows[0]?.[index]) === 0)
    if (!renamed) return
    const name = renamed.name.replace(/_\d+$/, '')
    throw new RunFailure(
      `Its records have members whose names differ from "${name}" in letter case only, and fields cannot be told apart by that; give them other names.`,
    )
  }

  async #columnsOf(source: string): Promise<FoundColumn[]> {
    await this.#files.ready()
    const { rows } = await this.#engine.describe(`select * from ${source}`)
    return rows.map(([name, type]) => ({ name: String(name), native_type: String(type) }))
  }

  async #textTypes(
    container: string,
    files: readonly LocalFile[],
    options: FileOptions,
    known: readonly DiscoveredField[],
  ): Promise<FoundTypes> {
    const texts = this.#files.texts(files, options)
    const byKey = new Map(
      texts
        .flatMap(({ layout }) => layout.names)
        .map((name) => [name.toLowerCase(), name] as const)
        .toReversed(),
    )
    const order = new Set(texts.flatMap(({ layout }) => layout.names.map((name) => name.toLowerCase())))
    const fields = [...order].map((key) => ({ name: byKey.get(key) ?? key, native_type: 'VARCHAR' }))
    if (fields.length === 0) throw empty(container)
    if (options.infer_datatypes === false) return { columns: fields, remarks: [] }
    const kept = new Map(known.map((field) => [field.name, field.native_type]))
    const asked = fields.filter(({ name }) => !kept.has(name))
    const relation = textRows(texts, fields, { ...options, treat_empty_as_null: true })
    const read = (sql: string) => this.#read(sql)
    const names = asked.map(({ name }) => duckdbName(name))
    const inferred = await inferTypes(names, relation, read, options)
    asked.forEach(({ name }, index) => kept.set(name, inferred[index] ?? 'VARCHAR'))
    const plain = asked.filter(({ name }) => kept.get(name) === 'VARCHAR').map(({ name }) => name)
    return {
      columns: fields.map(({ name }) => ({ name, native_type: kept.get(name) ?? 'VARCHAR' })),
      remarks: await proposeTokens(plain, relation, read),
    }
  }

  #textRelation(
    files: readonly LocalFile[],
    fields: readonly DiscoveredField[],
    options: FileOptions,
  ): string {
    const texts = this.#files.texts(files, options)
    return texts.length === 0 ? nothing(fields) : textRows(texts, fields, options)
  }

  #jsonRelation(
    files: readonly LocalFile[],
    fields: readonly DiscoveredField[],
    options: FileOptions,
  ): string {
    return jsonRows(this.#files.json(files, options), fields, options)
  }

  #filesOf(container: string): LocalFile[] {
    const all = this.#listing.files.map(({ name }) => name)
    const names = new Set(filesOfGroup(container, all, this.#patterns))
    if (names.size > 0) return this.#listing.files.filter(({ name }) => names.has(name))
    const refused = this.#listing.refused.find(({ name }) => name === container)
    throw new RunFailure(refused?.reason ?? `No file is found for the container "${container}" any more.`)
  }
}
