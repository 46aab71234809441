import { randomBytes } from 'node:crypto'
import { RunFailure } from '../../kernel/errors.ts'
import type { DiscoveredField } from '../../model/field.ts'
import type { Statement } from '../../sql/print.ts'
import { StatementRefused } from '../connector.ts'
import { sourceWords } from '../readable.ts'

/** How a session reads a table: at a snapshot with these fields, or as each statement finds it, which `remark` may say in a sentence. */
export type Reading = { id: string; fields: DiscoveredField[] } | { id: null; remark: string | null }

/** A table that has no snapshots. */
export const asFound: Reading = { id: null, remark: null }

/** A table whose snapshot cannot be read, with the reason as a sentence. */
export const withoutSnapshot = (table: string, reason: string): Reading => ({
  id: null,
  remark: `The table "${table}" was not read at one snapshot, and rows that are written meanwhile may show. ${reason}`,
})

/**
 * The snapshots at which a session reads the tables of one schema. Each is that of the time when the table was first asked for, so that all
 * statements of a session see the same rows.
 */
export abstract class TableVersions {
  readonly #readings = new Map<string, Reading>()
  /** Begins what stands in statements for a snapshot that is not known yet; no text of a person has it. */
  readonly #mark = `assay_snapshot_${randomBytes(8).toString('hex')}_of_`
  /** Of tables in whose place a mark stands, by its number. */
  readonly #marked: string[] = []

  /** Throws RunFailure when the server cannot be asked. */
  protected abstract find(table: string): Promise<Reading>

  /** What stands behind the name of a table that is read at this snapshot, with a blank before it. */
  protected abstract at(id: string): string

  /** The error of a statement, which is not to blame for a snapshot that is there no more. */
  abstract blamed(error: unknown): unknown

  /** Finds it at the first call. Throws RunFailure when the server cannot be asked. */
  async reading(table: string): Promise<Reading> {
    const known = this.#readings.get(table)
    if (known) return known
    const reading = await this.find(table)
    this.#readings.set(table, reading)
    return reading
  }

  /** What stands behind the name of the table in a statement, which must go through `resolve`. */
  behind(table: string): string {
    const reading = this.#readings.get(table)
    if (reading) return this.#behind(reading)
    if (!this.#marked.includes(table)) this.#marked.push(table)
    return ` ${this.#mark}${this.#marked.indexOf(table)}_`
  }

  /** The statement with the snapshots of all tables that it names. */
  async resolve(statement: Statement): Promise<Statement> {
    let { sql } = statement
    for (const [number, table] of this.#marked.entries()) {
      const mark = ` ${this.#mark}${number}_`
      if (sql.includes(mark)) sql = sql.replaceAll(mark, this.#behind(await this.reading(table)))
    }
    return { ...statement, sql }
  }

  /** True for a snapshot at which this session reads a table. */
  protected reads(id: string | undefined): boolean {
    return [...this.#readings.values()].some((reading) => reading.id !== null && reading.id === id)
  }

  #behind({ id }: Pick<Reading, 'id'>): string {
    return id === null ? '' : this.at(id)
  }
}

/** True when a snapshot has the columns that the catalogue lists; results and catalogues write spaces and quotes within a type differently. */
export const sameFields = (one: readonly DiscoveredField[], other: readonly DiscoveredField[]): boolean =>
  shown(one) === shown(other)

const shown = (fields: readonly DiscoveredField[]): string =>
  JSON.stringify(fields.map(({ name, native_type }) => [name, native_type.replaceAll(/[\s"]/g, '')]))

/** The answer, or the server's reason against the statement. */
export async function orRefused<Answer>(answer: Promise<Answer>): Promise<Answer | string> {
  try {
    return await answer
  } catch (error) {
    if (error instanceof StatementRefused) return sourceWords(error)
    if (error instanceof RunFailure && error.cause instanceof StatementRefused) return error.message
    throw error
  }
}
