import { inParts } from '../kernel/parts.ts'

/** Rows of one statement: each of their columns is a parameter, of which it has at most 65,535. */
const batchRows = 1000

/** The rows cut into as many as one `insert ... values` may have; none where there are none. */
export function batches<Row>(rows: readonly Row[]): Row[][] {
  return inParts(rows, batchRows)
}
