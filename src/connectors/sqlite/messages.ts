import type { Cell } from '../../kernel/cell.ts'
import type { FieldType } from '../../model/field.ts'

/** The requests of the service to the process that reads a database; one at a time, each with one answer. */
export type SqliteQuestion =
  /** Closes what was open before. */
  | { kind: 'open'; path: string; memory_mb: number }
  /** Lets go of the file. */
  | { kind: 'close' }
  | { kind: 'start'; sql: string; parameters: string[] }
  | { kind: 'next' }
  | { kind: 'finish' }

/** `columns` are the same in every batch of a statement; `code` is SQLite's own. */
export type SqliteAnswer =
  | { kind: 'done' }
  | {
      kind: 'batch'
      columns: { name: string; type: FieldType; declared: string | null }[]
      rows: Cell[][]
      isLast: boolean
    }
  | { kind: 'error'; message: string; code: number | null }
