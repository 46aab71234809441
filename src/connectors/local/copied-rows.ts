import { Aborted } from '../../kernel/errors.ts'
import type { NumberedRows } from '../../sql/ast.ts'
import type { Statement } from '../../sql/print.ts'
import type { DuckdbProcess } from '../duckdb/process.ts'
import { numberedBy, numberedInOrder, numberedTable, showsRowNumbers } from '../duckdb/row-numbers.ts'
import { duckdbName } from '../duckdb/types.ts'
import { TornFailure } from './failures.ts'
import type { LocalFile } from './files.ts'
import type { ReadableFiles } from './readable-files.ts'

/** Text of fewer bytes is taken apart again sooner than its copy is made. */
const leastBytes = 1_000_000
/** SQL of so many characters names some fifty fields, which the engine plans anew for each part of a statement that reads them. */
const longSql = 20_000
/** As many bytes of text are in a byte of gzip, more or less. */
const gzipFactor = 10
/** Bytes of a copy for one of text, at most. */
const growth = 2

/** A relation that takes text apart whenever it is read. */
interface Parsed {
  /** Of its text. */
  bytes: number
  columns: readonly string[]
  state: 'offered' | 'wanted' | 'tried'
  /** The table with its rows, and the process that has it, see `DuckdbProcess.processes`; null while, and when, there is none. */
  copy: { table: string; process: number } | null
}

/**
 * Copies of rows that several statements want, so that their text is taken apart once: tables of the engine's own, which spill
 * into the scratch folder of the session. A copy is made when the first statement that reads the rows is run. Whatever keeps
 * one from being made (a value that does not fit, the time of a statement, the disk) leaves the statements to the text itself,
 * where they succeed, or fail as they would have without.
 */
export class CopiedRows {
  readonly #engine: DuckdbProcess
  readonly #files: ReadableFiles
  /** By the SQL that reads the text. */
  readonly #relations = new Map<string, Parsed>()
  #made = 0

  constructor(engine: DuckdbProcess, files: ReadableFiles) {
    this.#engine = engine
    this.#files = files
  }

  /** Makes the relation known; nothing is copied until it is wanted. */
  offer(sql: string, files: readonly LocalFile[], fields: readonly { name: string }[]): void {
    if (this.#relations.has(sql)) return
    const sizes = files.map(({ size_bytes, is_gzip }) => size_bytes * (is_gzip ? gzipFactor : 1))
    const bytes = sizes.reduce((sum, size) => sum + size, 0)
    const columns = fields.map(({ name }) => name)
    this.#relations.set(sql, { bytes, columns, state: 'offered', copy: null })
  }

  /** Several statements will read the relation; one that was not offered is read as it is. */
  want(sql: string): void {
    const relation = this.#relations.get(sql)
    if (relation?.state !== 'offered') return
    if (relation.bytes >= leastBytes || sql.length >= longSql) relation.state = 'wanted'
  }

  /** The rows of a relation with their numbers in its copy; null without a copy. Should that be gone by then, the text is counted. */
  numbered(read: string): NumberedRows | null {
    const relation = this.#relations.get(read)
    if (!relation || !this.#isHeld(relation) || !showsRowNumbers(relation.columns)) return null
    return numberedBy(numberedInOrder(read), relation.columns)
  }

  /** The statement with copies in the place of what it reads. Throws Aborted alone. */
  async readBy(statement: Statement): Promise<Statement> {
    let { sql } = statement
    for (const [read, relation] of this.#relations) {
      if (relation.state === 'offered' || !sql.includes(read)) continue
      if (relation.state === 'wanted') await this.#copy(read, relation)
      if (!this.#isHeld(relation)) continue
      const table = duckdbName(relation.copy.table)
      sql = sql
        .replaceAll(numberedInOrder(read), numberedTable(table))
        .replaceAll(read, `${table} as rows_of`)
    }
    return { ...statement, sql }
  }

  /** Drops the copy of one relation, which nobody reads any more. */
  async forget(sql: string): Promise<void> {
    const relation = this.#relations.get(sql)
    this.#relations.delete(sql)
    if (relation && this.#isHeld(relation)) await this.#engine.drop(relation.copy.table)
  }

  /** Drops the copies, and forgets what was wanted. */
  async release(): Promise<void> {
    const relations = [...this.#relations.values()]
    this.#relations.clear()
    for (const relation of relations) if (this.#isHeld(relation)) await this.#engine.drop(relation.copy.table)
  }

  #isHeld(relation: Parsed): relation is Parsed & { copy: NonNullable<Parsed['copy']> } {
    return relation.copy?.process === this.#engine.processes
  }

  async #copy(read: string, relation: Parsed): Promise<void> {
    relation.state = 'tried'
    if (!this.#files.hasRoomFor(relation.bytes * growth)) return
    const table = `assay_copy_${(this.#made += 1)}`
    try {
      await this.#keep(table, `select * from ${read}`)
      relation.copy = { table, process: this.#engine.processes }
    } catch (error) {
      if (error instanceof Aborted) throw error
    }
  }

  async #keep(table: string, sql: string): Promise<void> {
    try {
      await this.#engine.keep(table, sql)
    } catch (error) {
      if (!(error instanceof TornFailure) || !(await this.#files.mendLineEnds())) throw error
      await this.#engine.keep(table, sql)
    }
  }
}
