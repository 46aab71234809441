import { types } from 'node:util'
import { ExactNumber, type Cell } from '../../kernel/cell.ts'

/** A cell on its way between processes, which forgets classes: a decimal is a text, boxed where it stands among others. */
export type SentCell = Exclude<Cell, ExactNumber | object> | object

/** True when the values of a column are decimals, or may contain some. */
export type Decimals = 'itself' | 'within' | 'none'

/** By the type as DuckDB writes it. */
export function decimalsIn(type: string): Decimals {
  if (!type.includes('DECIMAL')) return 'none'
  return /^DECIMAL\(\d+,\d+\)$/.test(type) ? 'itself' : 'within'
}

/** The same with its decimals boxed. */
export function boxed(cell: Cell): SentCell {
  if (cell === null || typeof cell !== 'object') return cell
  if (cell instanceof ExactNumber) return Object(cell.text) as object
  if (Array.isArray(cell)) return cell.map((item) => boxed(item))
  return Object.fromEntries(Object.entries(cell).map(([name, member]) => [name, boxed(member)]))
}

/** The cell that was sent. */
export function received(cell: SentCell, decimals: Decimals): Cell {
  if (decimals === 'itself') return typeof cell === 'string' ? new ExactNumber(cell) : null
  return decimals === 'within' ? unboxed(cell) : (cell as Cell)
}

function unboxed(cell: SentCell): Cell {
  if (cell === null || typeof cell !== 'object') return cell
  if (types.isStringObject(cell)) return new ExactNumber(String(cell))
  if (Array.isArray(cell)) return cell.map((item) => unboxed(item as SentCell))
  return Object.fromEntries(Object.entries(cell).map(([name, member]) => [name, unboxed(member as SentCell)]))
}
