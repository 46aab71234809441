import type { DatabaseSync } from 'node:sqlite'
import { crc32 } from 'node:zlib'
import { cut } from '../../kernel/cut.ts'
import { roundedDecimal } from '../../kernel/rounded-decimal.ts'
import { collapseWhitespace } from '../../sql/functions.ts'

/** Adds the functions that the dialect counts on and SQLite does not have. */
export function registerFunctions(opened: DatabaseSync): void {
  const [searched, replaced] = [compiledPatterns('u'), compiledPatterns('gu')]
  const options = { deterministic: true, useBigIntArguments: true }
  opened.function('assay_matches', options, (text: unknown, pattern: unknown) => {
    if (text === null || pattern === null) return null
    return searched(String(pattern)).test(textOf(text)) ? 1 : 0
  })
  opened.function('assay_replace_matches', options, (text: unknown, pattern: unknown, left: unknown) => {
    if (text === null || pattern === null || left === null) return null
    return textOf(text).replace(replaced(String(pattern)), () => String(left))
  })
  opened.function('assay_length', options, (text: unknown) => [...textOf(text)].length)
  opened.function('assay_collapse_whitespace', options, (text: unknown) =>
    text === null ? null : collapseWhitespace(textOf(text)),
  )
  const ofAny = { ...options, varargs: true }
  opened.function('assay_spread', ofAny, (...values: unknown[]) => {
    const texts = values.map((value) => (value === null ? '' : textOf(value)))
    return crc32(texts.join('|')) / 2 ** 32
  })
  opened.function('assay_moment', options, (value: unknown) => momentOf(value)?.replace('T', ' ') ?? null)
  opened.function('assay_day', options, (value: unknown) => momentOf(value)?.slice(0, 10) ?? null)
  // Of the upper and the lower 32 bits; SQLite has no whole numbers beyond 64 bits, so that a text stands for those.
  opened.function('assay_whole', options, (upper: unknown, lower: unknown) => {
    if (typeof upper !== 'bigint' || typeof lower !== 'bigint') return null
    const whole = upper * 2n ** 32n + lower
    return BigInt.asIntN(64, whole) === whole ? whole : String(whole)
  })
  opened.function('assay_decimal', options, (value: unknown, precision: unknown, scale: unknown) =>
    typeof value === 'string' || typeof value === 'number' || typeof value === 'bigint'
      ? rounded(String(value), Number(precision), Number(scale))
      : null,
  )
  opened.function('assay_misfit', options, (value: unknown, wanted: unknown) => {
    if (value === null) return null
    throw new Error(
      `"${cut(textOf(value), 100)}" is stored where ${String(wanted)} is declared; mend it, or leave such rows out by a filter`,
    )
  })
}

/** Patterns that are kept compiled; a statement has few, unless a column holds them. */
const mostPatterns = 100

/** Regular expressions with these flags by their patterns; each is compiled once, not for every row. */
function compiledPatterns(flags: string): (pattern: string) => RegExp {
  const compiled = new Map<string, RegExp>()
  return (pattern) => {
    const known = compiled.get(pattern)
    if (known) return known
    const expression = new RegExp(pattern, flags)
    if (compiled.size === mostPatterns) compiled.clear()
    compiled.set(pattern, expression)
    return expression
  }
}

/** A whole number where there are no digits behind the point and SQLite has such a number, else the nearest floating number; null: too many digits. */
function rounded(value: string, precision: number, scale: number): bigint | number | null {
  const text = roundedDecimal(value, { precision, scale })
  if (text === null) return null
  const whole = scale === 0 ? BigInt(text) : null
  return whole !== null && BigInt.asIntN(64, whole) === whole ? whole : Number(text)
}

/** A blob reads as it is shown. */
const textOf = (value: unknown): string =>
  value instanceof Uint8Array ? `\\x${Buffer.from(value).toString('hex')}` : String(value)

const iso =
  /^(\d{4})-(\d\d)-(\d\d)(?:[ T](\d\d:\d\d(?::\d\d)?)(?:(?<=:\d\d:\d\d)\.(\d+))?)?\s*(Z|[+-]\d\d:\d\d)?$/i
const dayMs = 86_400_000
const julianEpoch = 2_440_587.5

/**
 * A date or time in the shapes that SQLite writes, as `YYYY-MM-DDTHH:MM:SS.mmm` in UTC, with further digits where the text
 * has them; null for what is none. Text is ISO 8601,
 * a number is the Julian day where that lies in the years 1 to 9999, else the seconds or (from 1e11 on) milliseconds
 * since 1970. Smaller ones are more likely a year or `YYYYMMDD`, which are no times here.
 */
function momentOf(value: unknown): string | null {
  if (typeof value === 'string') return ofText(value)
  if (typeof value !== 'number' && typeof value !== 'bigint') return null
  const number = Number(value)
  if (number >= 1_721_425.5 && number < 5_373_484.5) return ofMillis((number - julianEpoch) * dayMs)
  const size = Math.abs(number)
  if (size < 1e8) return null
  return ofMillis(size < 1e11 ? number * 1000 : number)
}

function ofText(text: string): string | null {
  const [, year, month, day, time = '00:00', digits = '', zone = 'Z'] = iso.exec(text) ?? []
  const midnight = new Date(`${year}-${month}-${day}T00:00:00Z`)
  // A day that does not exist is read as one of the next month.
  if (Number.isNaN(midnight.getTime()) || midnight.getUTCDate() !== Number(day)) return null
  const moment = ofMillis(Date.parse(`${year}-${month}-${day}T${time}${zone.toUpperCase()}`))
  // A date keeps milliseconds only; a zone moves whole minutes, so that the digits behind the second stay as they are.
  const fraction = digits.replace(/0+$/, '').padEnd(3, '0')
  return moment === null ? null : `${moment.slice(0, -3)}${fraction}`
}

function ofMillis(millis: number): string | null {
  const moment = new Date(Math.round(millis))
  if (Number.isNaN(moment.getTime())) return null
  const text = moment.toISOString()
  return /^\d{4}-/.test(text) ? text.slice(0, -1) : null
}
