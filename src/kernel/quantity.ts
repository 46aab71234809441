import { ExactNumber, type Cell } from './cell.ts'

/** A floating number (`number`), or a whole number or decimal with all its digits. */
export type Quantity = number | bigint | ExactNumber

interface Decimal {
  digits: bigint
  /** The number of digits behind the point. */
  scale: number
}

const numeral = /^([+-]?)(\d+)(?:\.(\d*))?(?:e([+-]?\d{1,4}))?$/i

/** The decimal that a text spells, digit by digit; null for what is no finite number. */
function decimalOf(text: string): Decimal | null {
  const match = numeral.exec(text.trim())
  if (!match) return null
  const [, sign = '', whole = '', fraction = '', exponent = '0'] = match
  const digits = BigInt(`${whole}${fraction}`) * (sign === '-' ? -1n : 1n)
  const scale = fraction.length - Number(exponent)
  return scale < 0 ? { digits: digits * 10n ** BigInt(-scale), scale: 0 } : { digits, scale }
}

/** Their sum, with as many digits behind the point as the one that has more. */
function added(left: Decimal, right: Decimal): Decimal {
  const scale = Math.max(left.scale, right.scale)
  const digitsAt = (one: Decimal): bigint => one.digits * 10n ** BigInt(scale - one.scale)
  return { digits: digitsAt(left) + digitsAt(right), scale }
}

const negated = ({ digits, scale }: Decimal): Decimal => ({ digits: -digits, scale })

/** A decimal with all the digits behind its point, zeros at the end among them; a whole number where it has none. */
function written({ digits, scale }: Decimal): bigint | ExactNumber {
  if (scale === 0) return digits
  const text = String(digits < 0n ? -digits : digits).padStart(scale + 1, '0')
  return new ExactNumber(`${digits < 0n ? '-' : ''}${text.slice(0, -scale)}.${text.slice(-scale)}`)
}

/** The order of two numbers written as texts, by every digit: -1, 0 or 1; NaN when either is no finite number. */
export function compareNumerals(left: string, right: string): number {
  const [a, b] = [decimalOf(left), decimalOf(right)]
  if (a === null || b === null) return Number.NaN
  const { digits } = added(a, negated(b))
  return digits < 0n ? -1 : Number(digits > 0n)
}

/** The sum of two numbers written as texts, by every digit, with as many behind the point as the one that has more, as in SQL; null when either is no finite number. */
export function addNumerals(left: string, right: string): bigint | ExactNumber | null {
  const [a, b] = [decimalOf(left), decimalOf(right)]
  return a === null || b === null ? null : written(added(a, b))
}

/**
 * The order of two quantities: -1, 0 or 1; NaN when either is NaN. Whole numbers and decimals are compared by
 * every digit; beside a floating number a decimal counts as the floating number next to it.
 */
export function compareQuantities(left: Quantity, right: Quantity): number {
  const isFloating = typeof left === 'number' || typeof right === 'number'
  if (!isFloating) return compareNumerals(String(left), String(right))
  const [a, b] = [beside(left), beside(right)]
  if (Number.isNaN(a) || Number.isNaN(b)) return Number.NaN
  return a < b ? -1 : Number(a > b)
}

/** The difference, by every digit and without zeros at its end, unless either is a floating number. */
export function subtractQuantities(left: Quantity, right: Quantity): Quantity {
  const [a, b] = [left, right].map((value) => (typeof value === 'number' ? null : decimalOf(String(value))))
  if (!a || !b) return toFloating(left) - toFloating(right)
  const difference = written(added(a, negated(b)))
  return difference instanceof ExactNumber
    ? new ExactNumber(difference.text.replace(/\.?0+$/, ''))
    : difference
}

/** The floating number next to the quantity. */
export const toFloating = (value: Quantity): number =>
  value instanceof ExactNumber ? Number(value.text) : Number(value)

/** The quantity that a value of a source is: whole numbers and decimals keep every digit; what is no number is NaN, null stays null. */
export function quantityOf(cell: Cell, isWhole: boolean): Quantity | null {
  if (cell === null || typeof cell === 'bigint' || cell instanceof ExactNumber) return cell
  if (typeof cell === 'number') return isWhole && Number.isInteger(cell) ? BigInt(cell) : cell
  return Number(String(cell))
}

/** A bigint stays one: JavaScript compares it with a number exactly. */
const beside = (value: Quantity): number | bigint =>
  value instanceof ExactNumber ? Number(value.text) : value

/** True when a JSON number has more digits than the number that `JSON.parse` makes of it. */
export function losesDigits(source: string): boolean {
  return compareNumerals(source, String(Number(source))) !== 0
}
