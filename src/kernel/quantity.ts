import { ExactNumber } from './cell.ts'

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

/** The order of two numbers written as texts, by every digit: -1, 0 or 1; NaN when either is no finite number. */
export function compareNumerals(left: string, right: string): number {
  const [a, b] = [decimalOf(left), decimalOf(right)]
  if (a === null || b === null) return Number.NaN
  const scale = Math.max(a.scale, b.scale)
  const difference = a.digits * 10n ** BigInt(scale - a.scale) - b.digits * 10n ** BigInt(scale - b.scale)
  return difference < 0n ? -1 : Number(difference > 0n)
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

/** A bigint stays one: JavaScript compares it with a number exactly. */
const beside = (value: Quantity): number | bigint =>
  value instanceof ExactNumber ? Number(value.text) : value

/** True when a JSON number has more digits than the number that `JSON.parse` makes of it. */
export function losesDigits(source: string): boolean {
  return compareNumerals(source, String(Number(source))) !== 0
}
