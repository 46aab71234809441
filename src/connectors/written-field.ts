import type { DiscoveredField } from '../model/field.ts'
import type { Dialect } from '../sql/dialect.ts'
import type { WrittenType } from './writer.ts'

/** Digits that every store with decimals takes. */
const mostDigits = 38

/** The type of a column that takes every value of a field of a source; lists and structures become texts of JSON. */
export function writtenTypeOf(
  { type, native_type: native }: Pick<DiscoveredField, 'type' | 'native_type'>,
  { instants, looseDecimals }: Pick<Dialect, 'instants' | 'looseDecimals'>,
): WrittenType {
  switch (type) {
    case 'Boolean':
      return 'boolean'
    case 'Date':
      return 'date'
    case 'Timestamp':
      return alwaysInstants.test(native) || instants?.test(native) ? 'timestamp' : 'datetime'
    case 'Fractional':
      return looseDecimals ? 'float' : writtenNumberOf(type, native)
    case 'Integral':
      return writtenNumberOf(type, native)
    case 'String':
    case 'Array':
    case 'Struct':
    case 'MapType':
    case 'Unknown':
      return 'text'
  }
}

/** The same of a field of numbers. */
export function writtenNumberOf(type: 'Integral' | 'Fractional', native: string): WrittenType {
  return type === 'Integral' ? wholeOf(native) : fractionOf(native)
}

/** The words that mean an instant wherever they stand; a dialect names those of its own. */
const alwaysInstants = /with (?:local )?time zone|timestamptz|datetimeoffset|timestamp_l?tz|datetime.*'/i

function wholeOf(native: string): WrittenType {
  if (/uint128|int256/i.test(native)) return 'number'
  const { digits, scale } = digitsOf(native)
  // A scale below zero stands for zeros at the end.
  if (digits !== null && digits - scale > mostDigits) return 'number'
  if (/number/i.test(native) && digits !== null && digits - scale < 19) return 'integer'
  return /huge|ubigint|uint64|int128|unsigned|numeric|decimal|number/i.test(native)
    ? { digits: mostDigits, scale: 0 }
    : 'integer'
}

function fractionOf(native: string): WrittenType {
  if (!/decimal|numeric|number|decfloat/i.test(native)) return 'float'
  const { digits, scale } = digitsOf(native)
  return digits === null || digits > mostDigits || scale < 0 || scale > digits ? 'number' : { digits, scale }
}

/** The numbers behind the word for a decimal; null where there are none. */
function digitsOf(native: string): { digits: number | null; scale: number } {
  const [, digits, scale] = /\((\d+)\s*,\s*(-?\d+)\)/.exec(native) ?? []
  return { digits: digits === undefined ? null : Number(digits), scale: Number(scale ?? 0) }
}
