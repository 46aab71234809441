import type { SourceRecordField } from '../api/api.generated.ts'
import { textOf } from '../kit/cell.tsx'

/** Kinds of stores that take names between backticks, and a backslash in a text for more than itself; the others take double quotes. */
const likeMysql = new Set(['mysql', 'mariadb', 'clickhouse'])

/**
 * The condition that finds a row in its store, for whoever looks there: over the key of the container when it has one (`keyFields`),
 * else over all fields whose values are known and can be compared. Null: there is none.
 */
export function whereClause(
  record: Readonly<Record<string, unknown>>,
  fields: readonly SourceRecordField[],
  keyFields: readonly string[],
  storeType: string,
): string | null {
  const comparable = fields.filter(
    ({ name, type, masked }) =>
      !masked && name in record && !['Array', 'Struct', 'MapType', 'Unknown'].includes(type),
  )
  const key = comparable.filter(({ name }) => keyFields.includes(name))
  const chosen = keyFields.length > 0 && key.length === keyFields.length ? key : comparable
  if (chosen.length === 0) return null
  const conditions = chosen.map(({ name, type }) => {
    const value = record[name]
    const field = nameIn(storeType, name)
    return value === null || value === undefined
      ? `${field} is null`
      : `${field} = ${literalIn(storeType, type, textOf(value))}`
  })
  return `where ${conditions.join(' and ')}`
}

function nameIn(storeType: string, name: string): string {
  const quote = likeMysql.has(storeType) ? '`' : '"'
  return `${quote}${name.replaceAll(quote, quote + quote)}${quote}`
}

function literalIn(storeType: string, type: SourceRecordField['type'], text: string): string {
  if ((type === 'Integral' || type === 'Fractional') && /^[+-]?\d+(\.\d+)?(e[+-]?\d+)?$/i.test(text))
    return text
  if (type === 'Boolean' && (text === 'true' || text === 'false')) return text
  const escaped = likeMysql.has(storeType) ? text.replaceAll('\\', '\\\\') : text
  return `'${escaped.replaceAll("'", "''")}'`
}
