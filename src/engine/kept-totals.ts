import type { Cell } from '../kernel/cell.ts'
import { hold, opened, type Held } from '../kernel/held.ts'
import type { PartialTotals } from './finding.ts'

/** The totals of a partition as they are kept, read back. */
export type KeptTotals = Held<Record<number, { asserted: number; measures: Record<string, Cell> }>>

/**
 * JSON text of the totals of a partition, by check id. Big integers and decimals travel as text with all their digits,
 * infinities as words; mergeCells reads both.
 */
export function totalsText(totals: Record<number, PartialTotals>): Held<string> {
  const entries = Object.entries(totals).map(([id, { asserted, measures }]) => {
    const kept = Object.entries(opened(measures)).map(([name, cell]) => [
      name,
      keepsDigits(cell) ? cell : String(cell),
    ])
    return [id, { asserted, measures: Object.fromEntries(kept) }]
  })
  return hold(JSON.stringify(Object.fromEntries(entries)))
}

/** The totals that `totalsText` made text of. */
export function readTotals(kept: KeptTotals): Record<number, PartialTotals> {
  return Object.fromEntries(
    Object.entries(opened(kept)).map(([id, { asserted, measures }]) => [
      id,
      { asserted, measures: hold(measures) },
    ]),
  )
}

function keepsDigits(cell: Cell): boolean {
  return cell === null || typeof cell === 'string' || (typeof cell === 'number' && Number.isFinite(cell))
}
