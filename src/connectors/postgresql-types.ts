import { ExactNumber, type Cell } from '../kernel/cell.ts'
import type { FieldType } from '../model/field.ts'
import { wholeNumber } from './whole-number.ts'

/** A type of the server's catalogue, domains already replaced by the type under them. */
export interface ServerType {
  /** The internal name, such as `int4`. */
  name: string
  /** The server's own grouping, one letter (`typcategory`). */
  category: string
  /** Object id of the element of an array type, else null. */
  element: number | null
}

/** The types that a result can have, by object id. */
export type ServerTypes = ReadonlyMap<number, ServerType>

/** Types with a parser or a meaning of their own; the arrays of composite types, one per table, are left out. */
export const serverTypesSql = `select t.oid::int8, coalesce(b.typname, t.typname), coalesce(b.typcategory, t.typcategory)::text,
    coalesce(b.typelem, t.typelem)::int8
  from pg_catalog.pg_type t
  left join pg_catalog.pg_type b on b.oid = nullif(t.typbasetype, 0)
  left join pg_catalog.pg_type e on e.oid = t.typelem
  where t.typtype <> 'c' and coalesce(e.typtype, 'b') <> 'c'`

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
}

/** What a field of a server type holds; `modifier` is `atttypmod`, which for numeric keeps the scale (-1: any). */
export function postgresqlFieldType(type: ServerType | undefined, modifier: number): FieldType {
  if (!type) return 'Unknown'
  if (type.category === 'A') return 'Array'
  if (type.name === 'numeric' && modifier >= 4 && ((modifier - 4) & 0x7ff) === 0) return 'Integral'
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
  // The session's time zone is UTC.
  timestamptz: (text) => text.replace(/\+00$/, 'Z'),
}

/** Parses the text of a value of a type; types without a parser stay text. */
export function cellParser(oid: number, types: ServerTypes): (text: string) => Cell {
  const type = types.get(oid)
  if (!type) return (text) => text
  if (type.category === 'A' && type.element !== null) {
    const element = cellParser(type.element, types)
    return (text) => parseArray(text, element)
  }
  return cellParsers[type.name] ?? ((text) => text)
}

const arrayToken = /\{|\}|,|"((?:[^"\\]|\\.)*)"|([^{},"]+)/gy

/** Reads an array in the server's text form, such as `{1,NULL,"a b",{2}}`, also with bounds before it. */
function parseArray(text: string, element: (text: string) => Cell): Cell[] {
  const roots: Cell[] = []
  const open: Cell[][] = [roots]
  arrayToken.lastIndex = text.startsWith('[') ? text.indexOf('=') + 1 : 0
  for (let match = arrayToken.exec(text); match; match = arrayToken.exec(text)) {
    const [token, quoted, bare] = match
    if (token === '{') {
      const inner: Cell[] = []
      open.at(-1)?.push(inner)
      open.push(inner)
    } else if (token === '}') {
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
