import type { DiscoveredField } from '../model/field.ts'
import type { WrittenType } from './writer.ts'

/** Digits that every store with decimals takes. */
const mostDigits = 38

/** The type of a column that takes every value of a field of a source; lists and structures become texts of JSON. */
export function writtenTypeOf({
  type,
  native_type: native,
}: Pick<DiscoveredField, 'type' | 'native_type'>): WrittenType {
  switch (type) {
    case 'Boolean':
      return 'boolean'
    case 'Date':
      return 'date'
    case 'Timestamp':
      return /with time zone|timestamptz/i.test(native) ? 'timestamp' : 'datetime'
    case 'Integral':
      return /huge|ubigint|unsigned|numeric|decimal/i.test(native)
        ? { digits: mostDigits, scale: 0 }
        : 'integer'
    case 'Fractional':
      return fractionOf(native)
    case 'String':
    case 'Array':
    case 'Struct':
    case 'MapType':
    case 'Unknown':
      return 'text'
  }
}

function fractionOf(native: string): WrittenType {
  if (!/decimal|numeric/i.test(native)) return 'float'
  const [, digits, scale] = /\((\d+)\s*,\s*(\d+)\)/.exec(native) ?? []
  if (digits === undefined || Number(digits) > mostDigits) return 'number'
  return { digits: Number(digits), scale: Number(scale) }
}
