import { Table, tableToIPC, Utf8, vectorFromArray, type Vector } from 'apache-arrow'
import type { DatabricksAnswer, DatabricksChunk, DatabricksColumn } from './databricks-double.ts'

/** Columns of a result as one stream of Arrow. */
export function arrowChunk(columns: Record<string, Vector>): DatabricksChunk {
  const table = new Table(columns)
  return { rows: table.numRows, bytes: tableToIPC(table, 'stream') }
}

/** The answer that has rows of texts; `names` stand with a blank between them. */
export function textsAs(names: string, rows: readonly (string | null)[][]): DatabricksAnswer {
  const columns: DatabricksColumn[] = names.split(' ').map((name) => ({ name, type_text: 'STRING' }))
  if (rows.length === 0) return { columns, chunks: [] }
  const vectors = columns.map(({ name }, index) => [
    name,
    vectorFromArray(
      rows.map((row) => row[index] ?? null),
      new Utf8(),
    ),
  ])
  return { columns, chunks: [arrowChunk(Object.fromEntries(vectors) as Record<string, Vector>)] }
}
