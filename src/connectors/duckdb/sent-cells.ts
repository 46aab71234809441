import { types } from 'node:util'
import { ExactNumber, type Cell } from '../../kernel/cell.ts'

/** A cell on its way between processes, which forgets classes: a decimal is a boxed text there, as nothing else is. */
export type SentCell = Exclude<Cell, ExactNumber | object> | object

/** The cell as it is sent; only for columns that may hold decimals, others go as they are. */
export function sent(cell: Cell): SentCell {
  if (cell === null || typeof cell !== 'object') return cell
  if (cell instanceof ExactNumber) return Object(cell.text) as object
  if (Array.isArray(cell)) return cell.map((item) => sent(item))
  return Object.fromEntries(Object.entries(cell).map(([name, member]) => [name, sent(member)]))
}

/** The cell that was sent. */
export function received(cell: SentCell): Cell {
  if (cell === null || typeof cell !== 'object') return cell
  if (types.isStringObject(cell)) return new ExactNumber(String(cell))
  if (Array.isArray(cell)) return cell.map((item) => received(item as SentCell))
  return Object.fromEntries(
    Object.entries(cell).map(([name, member]) => [name, received(member as SentCell)]),
  )
}
