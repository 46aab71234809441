import { RunFailure } from '../kernel/errors.ts'

/**
 * The types of columns that the service writes; each store has its own word for them. A `timestamp` is an instant in UTC, a
 * `datetime` one of no zone, and a `number` has any digits, as a text where a store has no such type.
 */
export type WrittenType =
  | 'integer'
  | 'float'
  | 'number'
  | 'text'
  | 'boolean'
  | 'date'
  | 'timestamp'
  | 'datetime'
  | DecimalType

/** A number with so many digits, some of them behind the point. */
interface DecimalType {
  digits: number
  scale: number
}

/** A column of a table that the service writes. */
export interface WrittenColumn {
  name: string
  type: WrittenType
}

/** A table that the service writes, as it shall be. */
export interface WrittenTable {
  name: string
  columns: readonly WrittenColumn[]
  /**
   * True for a table that nobody reads before the same writer publishes it: one that writes tables as a whole (`rewrites`) may keep
   * it to itself until then, and forgets it when it is closed (default: its rows are in the store after each commit).
   */
  is_next?: boolean
}

/** A value on its way into a store: timestamps as ISO 8601 in UTC, with a `T` or a space between, numbers with more digits than a double as text. */
export type WrittenValue = string | number | boolean | null

/** Rows that give way to those that are written: whose `column` has one of `values`, and `and.column` that value (default: any). */
export interface Replaced {
  column: string
  values: readonly (string | number)[]
  and?: { column: string; value: string | number }
}

/** The rows that give way: those named, all of the table, or null for none. */
export type Replacement = Replaced | 'all' | null

/** Files that a process of another session may read. */
export interface ReadableFiles {
  paths: readonly string[]
  /** All that is in it. */
  folder: string
  /** How many columns of them are read at most (default: few). */
  columns?: number
}

/** A query in DuckDB's words, over files that the writer was opened for. */
export interface FileQuery {
  sql: string
  /** For every column of the table, in order: the column of the query that it has, or a text that stands in every row. */
  values: readonly ({ column: string } | { text: string })[]
}

/**
 * A connection that writes tables of this service into a datastore, one step at a time, beside sessions that read it. It
 * touches no table that it has not made itself. Every failure is a RunFailure with a sentence, `retryable` where another
 * try may succeed, or Aborted. It is closed exactly once, also after errors, which leaves nothing half written.
 */
export interface Writer {
  /** True where adding rows to a table writes all of it anew, so that it is best written at once (default: it does not). */
  readonly rewrites?: boolean
  /**
   * Begins to add rows: makes the table when there is none, adds the columns that it lacks, gives columns of another type
   * theirs (text, where a value does not fit), and removes the rows that give way. Throws when the table is not one of ours.
   */
  begin(table: WrittenTable, replaced: Replacement): Promise<void>
  /** Adds rows, each with a value for every column of the table that was begun, in their order. */
  write(rows: readonly (readonly WrittenValue[])[]): Promise<void>
  /**
   * Adds rows that stand in texts as lines of CSV with their line ends, NULL being an empty value without quotes, and returns how
   * many; left out by stores that do not read CSV.
   */
  takeLines?(texts: AsyncIterable<string>): Promise<number>
  /** Adds all rows of the query, and returns how many; left out by writers that do not read files themselves. */
  take?(query: FileQuery): Promise<number>
  /** Makes visible, all at once, what was done since `begin`. */
  commit(): Promise<void>
  /** Takes back the rows written and removed since `begin`; the writer goes on. */
  rollback(): Promise<void>
  /** Removes a table of ours; nothing happens when there is none. */
  drop(table: string): Promise<void>
  /** How many rows a table of ours has; null when there is none. */
  count(table: string): Promise<number | null>
  /** Puts the table `from` in the place of `to`, which is ours or not there; readers see the one or the other. */
  publish(from: string, to: string): Promise<void>
  close(): Promise<void>
}

/** What is kept at every table that the service makes, by which it knows them. */
export const ownMark = 'Written by Assay'

/** The refusal to touch a table that people or other programs made. */
export const foreignTable = (name: string): RunFailure =>
  new RunFailure(
    `The enrichment datastore has a table "${name}" that this service did not make, so it was left alone. Rename or drop that table, or choose another enrichment_prefix.`,
  )

/** The refusal of a name that the store would cut, after which it could be that of another table. */
export function refuseLongName(name: string, most: number): void {
  const length = Buffer.byteLength(name)
  if (length <= most) return
  throw new RunFailure(
    `The table name "${name}" has ${length} bytes, and the enrichment datastore takes ${most}: choose a shorter enrichment_prefix.`,
  )
}

/** Rows that are added to a table in one transaction; what `replaced` names goes in the same one. Returns how many. */
export function appendRows(
  writer: Writer,
  table: WrittenTable,
  rows: AsyncIterable<readonly (readonly WrittenValue[])[]>,
  replaced: Replacement = null,
): Promise<number> {
  return appendBy(writer, table, replaced, async () => {
    let written = 0
    for await (const batch of rows) {
      await writer.write(batch)
      written += batch.length
    }
    return written
  })
}

/** What `add` adds to a table, in one transaction with what `replaced` names; the answer of `add`. */
export async function appendBy<Added>(
  writer: Writer,
  table: WrittenTable,
  replaced: Replacement,
  add: () => Promise<Added>,
): Promise<Added> {
  try {
    await writer.begin(table, replaced)
    const added = await add()
    await writer.commit()
    return added
  } catch (error) {
    await writer.rollback().catch(() => undefined)
    throw error
  }
}
