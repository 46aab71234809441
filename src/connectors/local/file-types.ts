import { RunFailure } from '../../kernel/errors.ts'
import type { ContainerReference, FileOptions } from '../../model/container.ts'
import type { DiscoveredField } from '../../model/field.ts'
import type { Rows } from '../connector.ts'
import type { DuckdbProcess } from '../duckdb/process.ts'
import { duckdbName } from '../duckdb/types.ts'
import { empty } from './containers.ts'
import type { CopiedRows } from './copied-rows.ts'
import type { LocalFile } from './files.ts'
import { proposeForms } from './form-proposal.ts'
import { asTokens, typesBeside } from './json-tokens.ts'
import { keyedColumns } from './keyed-columns.ts'
import type { ReadableFiles } from './readable-files.ts'
import {
  everyJsonColumn,
  everyParquetColumn,
  jsonRows,
  jsonValues,
  someJsonColumns,
  textRows,
  wideParquetDecimals,
  type JsonFile,
} from './relations.ts'
import { seenColumns } from './seen-columns.ts'
import { countsAtOnce, inferTypes } from './text-types.ts'
import { proposeTokens } from './token-proposal.ts'

/** Beyond so many columns their types take several statements over all rows, so that a copy of the rows is worth its price. */
const fewColumns = countsAtOnce

type FoundColumn = Pick<DiscoveredField, 'name' | 'native_type'>

/** The columns of a container, and what a person may want to know about how they were found. */
interface FoundTypes {
  columns: FoundColumn[]
  remarks: string[]
}

/** Finds the columns of files and their types: those that files state, and those that fit the text of all rows. */
export class FileTypes {
  readonly #engine: DuckdbProcess
  readonly #files: ReadableFiles
  readonly #copies: CopiedRows
  readonly #read: (sql: string) => Promise<Rows>

  /** `read` runs a statement of the connector's own, by the copies, and says which file is to blame when it fails. */
  constructor(
    engine: DuckdbProcess,
    files: ReadableFiles,
    copies: CopiedRows,
    read: (sql: string) => Promise<Rows>,
  ) {
    this.#engine = engine
    this.#files = files
    this.#copies = copies
    this.#read = read
  }

  /** The names of the columns of one file that is not empty, without a look at all of its rows; null when it has none. */
  async namesOf(file: LocalFile, options: FileOptions): Promise<string[] | null> {
    if (file.format === 'separated') return this.#files.texts([file], options)[0]?.layout.names ?? null
    const source =
      file.format === 'json'
        ? someJsonColumns(this.#files.json([file], options))
        : everyParquetColumn(this.#files.plain([file]))
    return (await this.#columnsOf(source)).map((column) => column.name)
  }

  /** The types of fields that are `known` are kept. */
  async typesOf(
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
        return this.#jsonTypes(files, container.file_options, known)
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
  ): Promise<FoundTypes> {
    const files = this.#files.json(given, options)
    const { encoding, records_path } = options
    const named = files.map((file) => ({ ...file, path: file.name }))
    const how = JSON.stringify([everyJsonColumn(named), encoding, records_path])
    const held = given.map((file) => this.#files.hold(file))
    const found = await seenColumns(held, how, () => this.#columnsOf(everyJsonColumn(files)))
    await this.#refuseRenamed(files, found)
    const types = new Map(known.map((field) => [field.name, field.native_type]))
    const remarks = await this.#mixedTypes(files, options, found, types)
    const asked = found.filter(({ name, native_type }) => native_type === 'VARCHAR' && !types.has(name))
    const inferred = await inferTypes(
      asked.map(({ name }) => duckdbName(name)),
      jsonRows(files, asked, { null_tokens: options.null_tokens ?? [] }),
      (sql) => this.#read(sql),
      { ...options, set: 'times' },
    )
    asked.forEach(({ name }, index) => types.set(name, inferred[index] ?? 'VARCHAR'))
    const columns = found.map(({ name, native_type }) => ({
      name,
      native_type: types.get(name) ?? native_type,
    }))
    return { columns, remarks }
  }

  /** Finds the types of members of mixed values for `types`, as far as null_tokens tell them; a proposal for the others. */
  async #mixedTypes(
    files: readonly JsonFile[],
    { null_tokens = [] }: FileOptions,
    found: readonly FoundColumn[],
    types: Map<string, string>,
  ): Promise<string[]> {
    const mixed = found.filter(({ name, native_type }) => native_type === 'JSON' && !types.has(name))
    const names = mixed.map(({ name }) => name)
    const read = (sql: string) => this.#read(sql)
    const told = await typesBeside(null_tokens, names, jsonValues(files, names), read)
    for (const [name, type] of told) types.set(name, type)
    const others = names.filter((name) => !told.has(name))
    return proposeTokens(others, asTokens(others, jsonValues(files, others)), read)
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
    // A Parquet file says in its footer what columns it has.
    await this.#files.ready(source.startsWith('read_parquet') ? null : source)
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
    const isCopied = asked.length > fewColumns
    if (isCopied) {
      this.#copies.offer(relation, files, fields)
      this.#copies.want(relation)
    }
    try {
      const inferred = await inferTypes(names, relation, read, options)
      asked.forEach(({ name }, index) => kept.set(name, inferred[index] ?? 'VARCHAR'))
      const plain = asked.filter(({ name }) => kept.get(name) === 'VARCHAR').map(({ name }) => name)
      const has_points = [...kept.values()].includes('DOUBLE')
      return {
        columns: fields.map(({ name }) => ({ name, native_type: kept.get(name) ?? 'VARCHAR' })),
        remarks: [
          ...(await proposeTokens(plain, relation, read)),
          ...(await proposeForms({ texts: plain, has_points }, options, relation, read)),
        ],
      }
    } finally {
      if (isCopied) await this.#copies.forget(relation)
    }
  }
}
