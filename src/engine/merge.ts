import { ExactNumber, type Cell } from '../kernel/cell.ts'
import { opened, type Held } from '../kernel/held.ts'
import { compareNumerals } from '../kernel/quantity.ts'
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
  if (aggregate === 'sum') return addExactly(left, right)
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
function addExactly(left: Cell, right: Cell): Cell {
  if (isFloat(left) || isFloat(right)) return Number(String(left)) + Number(String(right))
  const [a, b, scale] = aligned(left, right)
  return fromScaled(a + b, scale)
}

/** Floats are not integers, and their text may have an exponent or be a word for infinity. */
function isFloat(cell: Cell): boolean {
  return !/^-?\d+(\.\d+)?$/.test(String(cell)) || (typeof cell === 'number' && !Number.isSafeInteger(cell))
}

/** Text is a number when a total was stored with its digits; a date or time is not. */
function isNumeric(cell: Cell): boolean {
  return typeof cell !== 'string' || !Number.isNaN(Number(cell))
}

function aligned(left: Cell, right: Cell): [bigint, bigint, number] {
  const [leftText, rightText] = [String(left), String(right)]
  const scale = Math.max(fraction(leftText).length, fraction(rightText).length)
  return [scaled(leftText, scale), scaled(rightText, scale), scale]
}

const fraction = (text: string): string => text.split('.')[1] ?? ''

function scaled(text: string, scale: number): bigint {
  const [whole = '0'] = text.split('.')
  return BigInt(`${whole}${fraction(text).padEnd(scale, '0')}`)
}

function fromScaled(value: bigint, scale: number): Cell {
  if (scale === 0) return value
  const digits = (value < 0n ? -value : value).toString().padStart(scale + 1, '0')
  return new ExactNumber(`${value < 0n ? '-' : ''}${digits.slice(0, -scale)}.${digits.slice(-scale)}`)
}
