import type { FileQuery, ReadableFiles, Replacement, WrittenTable, WrittenValue } from '../writer.ts'

/** A store that a process of its own writes. */
export interface WritingPlace {
  /** Absolute: the database file, or the folder of the files. */
  path: string
  /** How people know the folder or the database, in words that follow "the"; of a database default: enrichment database. */
  known_as?: string
  /** The schema of a database that has several; null for others. */
  schema: string | null
  /** A folder for what the engine spills. */
  scratch_folder: string
  memory_mb: number
  /** Files that it reads beside; null: none. */
  reads: ReadableFiles | null
}

/** The requests of the service to a process that writes; one at a time, each with one answer. */
export type WritingQuestion =
  | ({ kind: 'open' } & WritingPlace)
  | { kind: 'begin'; table: WrittenTable; replaced: Replacement }
  | { kind: 'write'; rows: readonly (readonly WrittenValue[])[] }
  | { kind: 'take'; query: FileQuery }
  | { kind: 'commit' }
  | { kind: 'rollback' }
  | { kind: 'drop'; table: string }
  | { kind: 'count'; table: string }
  | { kind: 'publish'; from: string; to: string }
  | { kind: 'close' }

/** `is_retryable` is that of the RunFailure that the service throws. */
export type WritingAnswer =
  | { kind: 'done' }
  /** To `open`; see Writer. */
  | { kind: 'opened'; rewrites: boolean }
  /** To `take` and `count`: the number of rows; null: there is no such table. */
  | { kind: 'rows'; rows: number | null }
  | { kind: 'error'; message: string; is_retryable: boolean }
