import type { Cell } from '../../kernel/cell.ts'
import type { FieldType } from '../../model/field.ts'

/** A statement that is sent along with the opening. */
export interface StatementAlong {
  sql: string
  parameters: readonly string[]
}

/** The requests of the service to the process that reads a database; one at a time, each with one answer. */
export type SqliteQuestion =
  /**
   * Closes what was open before, or goes on with it in a new transaction where the file is the same. `uri` leads to `path`, which has no
   * links; where it leads elsewhere by now, nothing is opened.
   */
  | {
      kind: 'open'
      uri: string
      path: string
      memory_mb: number
      scratch_folder: string
      along: readonly StatementAlong[]
    }
  | { kind: 'start'; sql: string; parameters: readonly string[] }
  | { kind: 'next' }
  | { kind: 'finish' }
  /** Holds nothing of the database any more. */
  | { kind: 'close' }

/** Rows of a statement; `columns` are the same in every batch of it. */
export interface SqliteBatch {
  kind: 'batch'
  columns: { name: string; type: FieldType; declared: string | null }[]
  rows: Cell[][]
  isLast: boolean
}

/** `code` is SQLite's own. */
export type SqliteAnswer =
  | { kind: 'done' }
  /** There is another file by now, or none. */
  | { kind: 'moved' }
  /** `is_same` says that the file was open already; `along` ends before the first statement that failed, or has more rows than one batch. */
  | { kind: 'opened'; is_same: boolean; along: SqliteBatch[] }
  | SqliteBatch
  | { kind: 'error'; message: string; code: number | null }
