import type { Cell } from '../../kernel/cell.ts'
import type { FieldType } from '../../model/field.ts'

/** A statement that is asked along with the opening, and answered in its place. */
export interface FirstStatement {
  sql: string
  parameters: string[]
}

/** The requests of the service to the process that reads a database; one at a time, each with one answer. */
export type SqliteQuestion =
  /** Closes what was open before, or goes on with it in a new transaction where the file is the same. */
  | { kind: 'open'; path: string; memory_mb: number; scratch_folder: string; first?: FirstStatement }
  | { kind: 'start'; sql: string; parameters: string[] }
  | { kind: 'next' }
  | { kind: 'finish' }
  /** Holds nothing of the database any more. */
  | { kind: 'close' }

/** `columns` are the same in every batch of a statement; `code` is SQLite's own; `is_same` says of `open` that the file was open already (default false). */
export type SqliteAnswer =
  | { kind: 'done'; is_same?: boolean }
  | {
      kind: 'batch'
      columns: { name: string; type: FieldType; declared: string | null }[]
      rows: Cell[][]
      isLast: boolean
      is_same?: boolean
    }
  | { kind: 'error'; message: string; code: number | null }
