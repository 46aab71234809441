import { ExactNumber, type Cell } from '../../kernel/cell.ts'
import type { FieldType } from '../../model/field.ts'
import { wholeNumber } from '../shared/whole-number.ts'

/** A type of the server's catalogue, domains already replaced by the type under them. */
export interface ServerType {
  /** The internal name, such as `int4`. */
  name: string
  /** The server's own grouping, one letter (`typcategory`). */
  category: string
  /** Object id of the element of an array type, else null. */
  element: number | null
  /** The separator of an array's elements in the server's text; that of boxes is not the comma. */
  delimiter: string
  /** The modifier that a domain has fixed, -1 for none. */
  modifier: number
}

/** The types that a result can have, by object id. */
export type ServerTypes = ReadonlyMap<number, ServerType>

const fieldTypesByName: Record<string, FieldType> = {
  int2: 'Integral',
  int4: 'Integral',
  int8: 'Integral',
  oid: 'Integral',
  numeric: 'Fractional',
  float4: 'Fractional',
  float8: 'Fractional',
  bool: 'Boolean',
  date: 'Date',
  timestamp: 'Timestamp',
  timestamptz: 'Timestamp',
  uuid: 'String',
  json: 'String',
  jsonb: 'String',
  xml: 'String',
  macaddr: 'String',
  macaddr8: 'String',
  char: 'String',
}

/** The field type of a server type; `modifier` is `atttypmod`, which for numeric keeps the scale (-1: any). */
export function postgresqlFieldType(type: ServerType | undefined, modifier: number): FieldType {
  if (!type) return 'Unknown'
  if (type.category === 'A') return 'Array'
  const kept = type.modifier >= 0 ? type.modifier : modifier
  if (type.name === 'numeric' && kept >= 4 && ((kept - 4) & 0x7ff) === 0) return 'Integral'
  const named = fieldTypesByName[type.name]
  if (named) return named
  // S: text of every kind, E: enums, I: network addresses.
  return ['S', 'E', 'I'].includes(type.category) ? 'String' : 'Unknown'
}

const cellParsers: Record<string, (text: string) => Cell> = {
  bool: (text) => text === 't',
  int2: Number,
  int4: Number,
  oid: Number,
  int8: (text) => wholeNumber(BigInt(text)),
  float4: Number,
  float8: Number,
  // NaN and the infinities are numerics too.
  numeric: (text) => (/^-?\d/.test(text) ? new ExactNumber(text) : Number(text)),
  // The blanks that fill it are the column's, not the value's: comparing, the server leaves them out.
  bpchar: withoutFilling,
  // The session's time zone is UTC.
  timestamptz: (text) => text.replace(/\+00(?= BC$|$)/, 'Z'),
}

function withoutFilling(text: string): string {
  let end = text.length
  while (text[end - 1] === ' ') end -= 1
  return text.slice(0, end)
}

/** Parses the text of a value of a type; types without a parser stay text. */
export function cellParser(oid: number, types: ServerTypes): (text: string) => Cell {
  const type = types.get(oid)
  if (!type) return (text) => text
  if (type.category === 'A' && type.element !== null) {
    const element = cellParser(type.element, types)
    const delimiter = types.get(type.element)?.delimiter ?? ','
    return (text) => parseArray(text, element, delimiter)
  }
  return cellParsers[type.name] ?? ((text) => text)
}

const arrayTokens: Record<string, RegExp> = {
  ',': /\{|\}|,|"((?:[^"\\]|\\.)*)"|([^{},"]+)/gsy,
  ';': /\{|\}|;|"((?:[^"\\]|\\.)*)"|([^{};"]+)/gsy,
}

/**
 * Reads an array in the server's text form, such as `{1,NULL,"a b",{2}}`, also with bounds before it; the old vectors are
 * numbers with blanks between.
 */
function parseArray(text: string, element: (text: string) => Cell, delimiter: string): Cell[] {
  if (!/^[{[]/.test(text)) return text === '' ? [] : text.split(' ').map((part) => element(part))
  const token = arrayTokens[delimiter] ?? /$/y
  const roots: Cell[] = []
  const open: Cell[][] = [roots]
  token.lastIndex = text.startsWith('[') ? text.indexOf('=') + 1 : 0
  for (let match = token.exec(text); match; match = token.exec(text)) {
    const [found, quoted, bare] = match
    if (found === '{') {
      const inner: Cell[] = []
      open.at(-1)?.push(inner)
      open.push(inner)
    } else if (found === '}') {
      open.pop()
    } else if (quoted !== undefined) {
      open.at(-1)?.push(element(quoted.replaceAll(/\\(.)/gs, '$1')))
    } else if (bare !== undefined) {
      open.at(-1)?.push(bare === 'NULL' ? null : element(bare))
    }
  }
  const [root] = roots
  return Array.isArray(root) ? root : []
}
