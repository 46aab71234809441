import { invalidMember } from '../kernel/errors.ts'
import type { DiscoveredField } from '../model/field.ts'
import type { Literal } from '../sql/ast.ts'
import { boolean, date, number, text, timestamp } from '../sql/build.ts'

/** The types whose values can be written down and compared. */
export const scalarTypes = ['Integral', 'Fractional', 'String', 'Boolean', 'Date', 'Timestamp'] as const

/** A value of `properties.list` as a constant of the field's type; an unfit one is refused with 422 naming its place. */
export function literalInList(
  field: DiscoveredField,
  value: string | number | boolean,
  index: number,
): Literal {
  const literal = literalOf(field, value)
  if (literal) return literal
  throw invalidMember(
    ['properties', 'list', index],
    `${JSON.stringify(value)} cannot be a value of \`${field.name}\`, which is ${field.type}: write ${shapes[field.type]}.`,
  )
}

/** A number given as such or as plain decimal text, which keeps digits that JSON numbers lose; null for other text. */
function numberLiteral(value: string | number): Literal | null {
  if (typeof value === 'number') return number(value)
  if (/^-?[0-9]{1,38}$/.test(value)) return number(BigInt(value))
  return /^-?[0-9]{1,38}\.[0-9]{1,38}$/.test(value) ? { kind: 'literal', value, type: 'number' } : null
}

/** A `Numeral` property as a constant with all its digits; other text is refused with 422 naming `properties.<member>`. */
export function numeral(value: string | number, member = 'value'): Literal {
  const literal = numberLiteral(value)
  if (literal) return literal
  throw invalidMember(['properties', member], `"${value}" is not a number; write it like 12 or "12.5".`)
}

function literalOf(field: DiscoveredField, value: string | number | boolean): Literal | null {
  switch (field.type) {
    case 'Integral':
    case 'Fractional':
      return typeof value === 'boolean' ? null : numberLiteral(value)
    case 'String':
      return typeof value === 'string' ? text(value) : null
    case 'Boolean':
      return typeof value === 'boolean' ? boolean(value) : null
    case 'Date':
      return typeof value === 'string' ? date(value, 'list') : null
    case 'Timestamp':
      return typeof value === 'string' ? timestamp(value, 'list') : null
    default:
      return null
  }
}

const shapes: Record<DiscoveredField['type'], string> = {
  Integral: 'a number',
  Fractional: 'a number',
  String: 'text in quotes',
  Boolean: 'true or false',
  Date: 'text like "2026-01-31"',
  Timestamp: 'text like "2026-01-31T12:00:00Z"',
  Array: 'nothing',
  Struct: 'nothing',
  MapType: 'nothing',
  Unknown: 'nothing',
}

/** A date or time property as a constant of the field's type: the UTC day for a Date field; other text is refused with 422 naming `properties.<member>`. */
export const momentFor = (field: DiscoveredField, value: string, member: string): Literal =>
  field.type === 'Date' ? date(value, member) : timestamp(value, member)
