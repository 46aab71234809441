import type { Cell } from '../kernel/cell.ts'
import { opened, type Held } from '../kernel/held.ts'
import { addNumerals, compareNumerals } from '../kernel/quantity.ts'
import type { Measure } from '../rules/rule.ts'

/** The totals of one check over all partitions, a cell per measure. */
export function mergedTotals(
  measures: Record<string, Measure>,
  parts: readonly { measures: Held<Record<string, Cell>> }[],
): Record<string, Cell> {
  const found = parts.map((part) => opened(part.measures))
  const merged = Object.entries(measures).map(([name, { aggregate }]) => {
    const cells = found.map((part) => part[name] ?? null)
    return [name, mergeCells(aggregate, cells)] as const
  })
  return Object.fromEntries(merged)
}

/** Adds up the cells of one measure over partitions; null cells (no row contributed) add nothing, and none at all is null. */
export function mergeCells(aggregate: Measure['aggregate'], cells: readonly Cell[]): Cell {
  const present = cells.filter((cell) => cell !== null)
  const [first = null, ...others] = present
  return others.reduce<Cell>((left, right) => combine(aggregate, left, right), first)
}

function combine(aggregate: Measure['aggregate'], left: Cell, right: Cell): Cell {
  if (aggregate === 'sum') return add(left, right)
  const leftFirst = compare(left, right) <= 0
  return (aggregate === 'min') === leftFirst ? left : right
}

function compare(left: Cell, right: Cell): number {
  if (!isNumeric(left) || !isNumeric(right))
    return String(left) < String(right) ? -1 : Number(String(left) > String(right))
  if (isFloat(left) || isFloat(right)) return Math.sign(Number(String(left)) - Number(String(right))) || 0
  return compareNumerals(String(left), String(right))
}

/** Integers and decimals keep every digit; a float on either side makes the sum a float, as in SQL. */
function add(left: Cell, right: Cell): Cell {
  const [one, other] = [String(left), String(right)]
  const exact = isFloat(left) || isFloat(right) ? null : addNumerals(one, other)
  return exact ?? Number(one) + Number(other)
}

/** Floats are not integers, and their text may have an exponent or be a word for infinity. */
function isFloat(cell: Cell): boolean {
  return !/^-?\d+(\.\d+)?$/.test(String(cell)) || (typeof cell === 'number' && !Number.isSafeInteger(cell))
}

/** Text is a number when a total was stored with its digits; a date or time is not. */
function isNumeric(cell: Cell): boolean {
  return typeof cell !== 'string' || !Number.isNaN(Number(cell))
}
