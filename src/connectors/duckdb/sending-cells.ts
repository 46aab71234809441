import { DuckDBDecimalValue, type DuckDBValue } from '@duckdb/node-api'
import { decimalText, duckdbColumnCell } from './cells.ts'
import { boxed, decimalsIn, type SentCell } from './sent-cells.ts'

/** How a value of the column is sent. */
export function senderOf(type: string): (value: DuckDBValue) => SentCell {
  const cell = duckdbColumnCell(type)
  switch (decimalsIn(type)) {
    case 'none':
      return (value) => cell(value) as SentCell
    case 'itself':
      return (value) => (value instanceof DuckDBDecimalValue ? decimalText(value) : null)
    case 'within':
      return (value) => boxed(cell(value))
  }
}
