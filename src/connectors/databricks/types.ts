import { ExactNumber, type Cell } from '../../kernel/cell.ts'
import { RunFailure } from '../../kernel/errors.ts'
import type { DiscoveredField } from '../../model/field.ts'
import { wholeNumber } from '../shared/whole-number.ts'
import { fieldOf } from '../spark/types.ts'
import type { ResultColumn } from './answer.ts'

/** A column as a field, of a type as SQL writes it in whatever letter case; bytes, intervals, lists, variants and the like are Unknown. */
export function fieldAs(name: string, type: string, nullable = true): DiscoveredField {
  const native = type
    .toLowerCase()
    .replace(/^decimal\((\d+), ?(\d+)\)/, 'decimal($1, $2)')
    .replace(/ collate utf8_binary$/, '')
  return { ...fieldOf(name, native), nullable }
}

/** The column of a result as a field. */
export const resultField = ({ name, type_text, type_name }: ResultColumn): DiscoveredField =>
  fieldAs(name, type_text ?? type_name ?? 'unknown')

/** What the service may send as a text becomes what it is; the cell of any other value stays. Throws RunFailure for a text that is no value of the type. */
export function typed(cell: Cell, { type, name, native_type }: DiscoveredField): Cell {
  if (typeof cell !== 'string' || type === 'String' || type === 'Unknown') return cell
  const isDecimal = /^-?\d+(?:\.\d+)?$/.test(cell)
  if (type === 'Integral' && isDecimal && !cell.includes('.')) return wholeNumber(BigInt(cell))
  if (type === 'Fractional' && isDecimal) return new ExactNumber(cell)
  // As the reader of Arrow writes them: an instant ends with its zone.
  const isMoment = /^[-+]?\d/.test(cell) && cell.endsWith('Z') === (native_type === 'timestamp')
  if ((type === 'Date' || type === 'Timestamp') && isMoment) return cell
  throw new RunFailure(`Databricks sent a text for the column "${name}", whose type is another one.`)
}
