import { fstatSync } from 'node:fs'
import { RunFailure } from '../../kernel/errors.ts'
import type { ContainerReference, FileLayout, FileOptions, Partition } from '../../model/container.ts'
import type { FilePattern } from '../../model/datastore.ts'
import type { DiscoveredField } from '../../model/field.ts'
import type { NumberedRows, Relation } from '../../sql/ast.ts'
import { duckdb } from '../../sql/dialects/duckdb.dialect.ts'
import type { Statement } from '../../sql/print.ts'
import type { DiscoveredContainer, FieldGuarantee, KnownContainer, Rows, Session } from '../connector.ts'
import type { DuckdbProcess } from '../duckdb/process.ts'
import { describedFields } from '../duckdb/described-fields.ts'
import { duckdbName } from '../duckdb/types.ts'
import type { ReadableFiles as FilesBehind } from '../writer.ts'
import { ownStatement } from '../shared/rows.ts'
import { proposeComment } from './comment-proposal.ts'
import { CopiedRows } from './copied-rows.ts'
import { empty, fieldOf, unreadable } from './containers.ts'
import { explainFailure } from './explain-failure.ts'
import { TornFailure } from './failures.ts'
import { groupFiles } from './file-groups.ts'
import { shownLayout } from './file-layout.ts'
import { readHead } from './file-head.ts'
import { FileTypes } from './file-types.ts'
import { partitionOf, type FileListing, type LocalFile } from './files.ts'
import { stampOf } from '../shared/file-stamps.ts'
import { isKnownWhole, refuseDamagedGzip } from './gzip-check.ts'
import { LaterRelations } from './later-relations.ts'
import { ListedFiles } from './listed-files.ts'
import { parquetGuarantees } from './parquet-guarantees.ts'
import type { ReadableFiles } from './readable-files.ts'
import { jsonRows, nothing, numberedParquetRows, parquetRows, textRows } from './relations.ts'

/** Files of one folder as they were listed when the session was opened, read by an engine that may open them and nothing else. */
export class LocalSession implements Session {
  readonly dialect = duckdb
  readonly #engine: DuckdbProcess
  readonly #listed: ListedFiles
  readonly #files: ReadableFiles
  readonly #types: FileTypes
  readonly #copies: CopiedRows
  readonly #later = new LaterRelations()
  readonly #leave: () => void

  /** `list` lists the files again, null when the folder is another one; `leave` follows the end of the session (default: nothing). */
  constructor(
    engine: DuckdbProcess,
    { listing, list }: { listing: FileListing; list: () => Promise<FileListing | null> },
    files: ReadableFiles,
    patterns: readonly FilePattern[],
    leave: () => void = () => undefined,
  ) {
    this.#leave = leave
    this.#engine = engine
    this.#listed = new ListedFiles(listing, list, patterns)
    this.#files = files
    this.#copies = new CopiedRows(engine, files)
    this.#types = new FileTypes(engine, files, this.#copies, (sql) => this.#read(sql))
  }

  get bringsRows(): boolean {
    return this.#files.areFetched
  }

  async *discover(
    known: ReadonlyMap<string, KnownContainer> = new Map(),
  ): AsyncGenerator<DiscoveredContainer> {
    const names = this.#listed.listing.files.map(({ name }) => name)
    const groups = await groupFiles(
      names,
      this.#listed.patterns,
      (pattern) => known.has(pattern),
      (name) => this.#columnNames(name, known.get(name)?.file_options ?? {}),
    )
    for (const { name, remark } of groups) {
      const found = await this.discoverOne(name, known.get(name) ?? { file_options: {}, fields: [] })
      yield remark === null ? found : { ...found, remarks: [remark, ...(found.remarks ?? [])] }
      // A folder may have more files than the service may have open at a time.
      this.#files.release()
    }
    for (const { name, reason } of this.#listed.listing.refused) yield unreadable(name, reason, [])
  }

  async describe(
    container: ContainerReference,
    known: readonly DiscoveredField[] = [],
  ): Promise<{ fields: DiscoveredField[]; partitions: Partition[] }> {
    const files = this.#listed.of(container.name)
    const partitions = files.map((file) => partitionOf(file))
    const filled = files.filter(({ size_bytes }) => size_bytes > 0)
    const [first] = filled
    if (!first) throw empty(container.name)
    await this.#begin(filled)
    const { columns } = await this.#types.typesOf(first.format, filled, container, known)
    return { fields: columns.map(fieldOf), partitions }
  }

  partitionsOf({ name }: ContainerReference): Partition[] {
    return this.#listed.of(name).map((file) => partitionOf(file))
  }

  relation(
    container: ContainerReference,
    fields: readonly DiscoveredField[],
    partitions: readonly string[] | 'all',
  ): Relation {
    const all = this.#listed.of(container.name)
    const wanted = partitions === 'all' ? all : this.#listed.partitionsOf(container.name, partitions)
    const files = wanted.filter(({ size_bytes }) => size_bytes > 0)
    const [first] = files
    if (!first) return { kind: 'store', sql: nothing(fields) }
    if (first.format === 'parquet') return this.#parquetRelation(files, fields, all.length > 1)
    const sql = (): string =>
      first.format === 'json'
        ? this.#jsonRelation(files, fields, container.file_options)
        : this.#textRelation(files, fields, container.file_options)
    if (this.#files.haveBegun(files)) return this.#parsed(files, fields, sql())
    const key = JSON.stringify([files.map(({ name }) => name), fields, container.file_options])
    const name = this.#later.add(container.name, files.length, key, async () => {
      await this.#files.begin(files)
      return this.#parsed(files, fields, sql()).sql
    })
    return { kind: 'store', sql: name }
  }

  filesBehind({ name }: ContainerReference): FilesBehind | null {
    const files = this.#listed.of(name).filter(({ size_bytes }) => size_bytes > 0)
    // Texts are read by rules of their own, and mended on the way.
    if (this.#files.areFetched || files.length === 0 || files.some(({ format }) => format !== 'parquet'))
      return null
    return { paths: files.map(({ path }) => path), folder: this.#files.folder }
  }

  keep(relation: Relation): void {
    if (relation.kind !== 'store') return
    this.#later.want(relation.sql)
    this.#copies.want(relation.sql)
  }

  numbered(relation: Relation): NumberedRows | null {
    if (relation.kind !== 'store') return null
    return this.#copies.numbered(this.#later.madeOf(relation.sql) ?? relation.sql)
  }

  async stamps(
    container: ContainerReference,
    partitions: readonly string[],
  ): Promise<ReadonlyMap<string, string>> {
    const found = new Map<string, string>()
    for (const file of this.#listed.partitionsOf(container.name, partitions)) {
      if (file.stamp === null) continue
      if (this.#files.areFetched) {
        // No other version is ever brought.
        found.set(file.name, file.stamp)
        continue
      }
      const { descriptor } = this.#files.hold(file)
      if (stampOf(fstatSync(descriptor, { bigint: true })) === file.stamp) found.set(file.name, file.stamp)
    }
    return found
  }

  changed({ name }: ContainerReference, partitions: readonly string[]): Promise<string[]> {
    return this.#listed.changed(name, partitions)
  }

  async guarantees(
    container: ContainerReference,
    fields: readonly DiscoveredField[],
    partition: string | null,
  ): Promise<ReadonlyMap<string, FieldGuarantee>> {
    const file = this.#listed.of(container.name).find(({ name }) => name === partition)
    if (file?.format !== 'parquet' || file.size_bytes === 0) return new Map()
    await this.#files.begin([file])
    const [{ path } = file] = this.#files.plain([file])
    return parquetGuarantees((sql) => this.#readFooters(sql), path, fields)
  }

  fieldsOf(statement: Statement): Promise<DiscoveredField[]> {
    return describedFields((asked) => this.query(asked), statement)
  }

  async query(asked: Statement): Promise<Rows> {
    const statement = await this.#prepared(asked)
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

  async *stream(asked: Statement): AsyncGenerator<Rows> {
    const statement = await this.#prepared(asked)
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

  /** Files that are opened from now on are those that are there now; false when the engine may not open one of them. */
  async renew(): Promise<boolean> {
    this.#engine.hold(true)
    await this.#letGo()
    return this.#listed.renew()
  }

  async rest(): Promise<void> {
    await this.#letGo()
    this.#listed.expire()
    this.#engine.hold(false)
  }

  async close(): Promise<void> {
    await this.#engine.close()
    this.#files.release()
    this.#leave()
  }

  async #letGo(): Promise<void> {
    this.#later.clear()
    await this.#copies.release()
    this.#files.release()
  }

  async discoverOne(name: string, { file_options, fields }: KnownContainer): Promise<DiscoveredContainer> {
    const container = { name, container_type: 'file', table_type: null } as const
    try {
      const found = await this.#catalogued({ ...container, file_options }, fields)
      const remarks = [...found.remarks, ...this.#comments(name, file_options)]
      return { ...container, unloadable: null, ...found, remarks }
    } catch (error) {
      if (!(error instanceof RunFailure)) throw error
      const partitions = this.#listed.of(name).map((file) => partitionOf(file))
      const reason = [error.message, ...this.#comments(name, file_options)].join(' ')
      return unreadable(name, reason, partitions)
    }
  }

  /** A proposal about lines that look like comments; none for files that are no text, or that nothing can be read of. */
  #comments(container: string, options: FileOptions): string[] {
    try {
      const file = this.#listed.of(container).find(({ size_bytes }) => size_bytes > 0)
      if (file?.format !== 'separated') return []
      const found = proposeComment(file.name, readHead(this.#files.hold(file), options), options)
      return found === null ? [] : [found]
    } catch (error) {
      if (error instanceof RunFailure) return []
      throw error
    }
  }

  /** What `discover` passes over, with the reason of each. */
  skipped(): { name: string; reason: string }[] {
    return this.#listed.listing.skipped
  }

  /** The columns of one file, without a look at all of its rows; null for a file that is empty or cannot be read. */
  async #columnNames(name: string, options: FileOptions): Promise<string[] | null> {
    const file = this.#listed.listing.files.find((one) => one.name === name)
    if (!file || file.size_bytes === 0) return null
    try {
      await this.#files.begin([file])
      return await this.#types.namesOf(file, options)
    } catch (error) {
      if (error instanceof RunFailure) return null
      throw error
    } finally {
      this.#files.release()
    }
  }

  /** Brings what tells how the files are read. Throws RunFailure for a damaged one. */
  async #begin(files: readonly LocalFile[]): Promise<void> {
    await this.#files.begin(files)
    for (const file of files) {
      if (!file.is_gzip || isKnownWhole(file)) continue
      await this.#files.complete([file])
      await refuseDamagedGzip(this.#files.hold(file))
    }
  }

  /** What a sync keeps of a container; `kept` fields are read once, so that a value that does not fit is found. */
  async #catalogued(container: ContainerReference, kept: readonly DiscoveredField[]) {
    const files = this.#listed.of(container.name)
    const filled = files.filter(({ size_bytes }) => size_bytes > 0)
    const [first] = filled
    if (!first) throw empty(container.name)
    await this.#begin(filled)
    const { columns, remarks } = await this.#types.typesOf(first.format, filled, container, kept)
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

  /** A relation that is taken apart from text whenever it is read. */
  #parsed(
    files: readonly LocalFile[],
    fields: readonly DiscoveredField[],
    sql: string,
  ): Relation & { kind: 'store' } {
    this.#copies.offer(sql, files, fields)
    return { kind: 'store', sql }
  }

  /** The statement once the files, or copies of their rows, are there. */
  async #prepared(asked: Statement): Promise<Statement> {
    const sql = await this.#later.resolve(asked.sql, (made) => {
      if (made.isWanted) this.#copies.want(made.sql)
    })
    await this.#files.ready(sql)
    return this.#copies.readBy({ ...asked, sql })
  }

  /** A statement of the connector's own, with the reason when a file is to blame. */
  async #read(sql: string): Promise<Rows> {
    return ownStatement(this.query({ sql, parameters: [] }))
  }

  /** The same for one that looks at no rows. */
  async #readFooters(sql: string): Promise<Rows> {
    const asked = this.#engine.query({ sql, parameters: [] })
    return ownStatement(asked.catch(async (error: unknown) => Promise.reject(await this.#explain(error))))
  }

  #explain(error: unknown): Promise<unknown> {
    return explainFailure(error, this.#engine, this.#files)
  }

  /** A file that is the whole container is read by the numbers of its rows as well. */
  #parquetRelation(
    files: readonly LocalFile[],
    fields: readonly DiscoveredField[],
    isPart: boolean,
  ): Relation {
    const plain = this.#files.plain(files)
    const [only] = plain
    const numbered = only && !isPart ? numberedParquetRows(only, fields) : undefined
    return { kind: 'store', sql: parquetRows(plain, fields, isPart), ...(numbered && { numbered }) }
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
}
