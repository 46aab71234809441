import type { FieldType } from '../../model/field.ts'
import type { Decimals, SentCell } from './sent-cells.ts'

/** The requests of a session to the process that holds its DuckDB; one at a time, each with one answer but `interrupt`. */
export type DuckdbQuestion =
  | {
      kind: 'open'
      memory_mb: number
      scratch_folder: string
      /** Statements of the connector's own before the engine is locked, and of the connection after it. */
      prepare: readonly string[]
      begin: readonly string[]
    }
  | { kind: 'query'; sql: string; parameters: readonly string[] }
  /** A trusted select, whose rows become a table of the session's own. */
  | { kind: 'keep'; table: string; sql: string }
  | { kind: 'drop'; table: string }
  /** `joins_lines`: as of the statement. */
  | { kind: 'start'; sql: string; parameters: readonly string[]; joins_lines: boolean }
  | { kind: 'next' }
  | { kind: 'finish' }
  | { kind: 'interrupt' }
  | { kind: 'close' }

/** Rows of a statement; `columns` are the same in every batch of it. */
export interface DuckdbBatch {
  kind: 'batch'
  columns: { name: string; type: FieldType; decimals: Decimals }[]
  rows: SentCell[][]
  isLast: boolean
}

/** `refused`: the message is a sentence of ours; otherwise it is DuckDB's own. */
export type DuckdbAnswer =
  | { kind: 'done' }
  | DuckdbBatch
  | { kind: 'error'; message: string; refused: boolean }
