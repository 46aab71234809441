import type { Rows } from '../connector.ts'
import { duckdbCount, duckdbName, duckdbText } from '../duckdb/types.ts'

const whole = `('UBIGINT', 'BIGINT')`

/**
 * The types of JSON members that are all numbers, or all truth values, but for texts that stand for none; members that hold
 * anything else are left out, texts that look like numbers too. `values` shows the members as they are written, `read` runs a
 * statement.
 */
export async function typesBeside(
  tokens: readonly string[],
  names: readonly string[],
  values: string,
  read: (sql: string) => Promise<Rows>,
): Promise<Map<string, string>> {
  if (tokens.length === 0 || names.length === 0) return new Map()
  const listed = tokens.map((token) => duckdbText(token)).join(', ')
  const items = names.flatMap((name) => {
    const value = duckdbName(name)
    const text = `(${value} ->> '$')`
    const type = `json_type(${value})`
    const isKept = `${type} <> 'NULL' and not (${type} = 'VARCHAR' and ${text} in (${listed}))`
    return [
      isKept,
      `${isKept} and ${type} in ${whole} and try_cast(${text} as bigint) is not null`,
      `${isKept} and ${type} = 'DOUBLE'`,
      `${isKept} and ${type} = 'BOOLEAN'`,
    ].map(duckdbCount)
  })
  const { rows } = await read(`select ${items.join(', ')} from ${values}`)
  const counts = (rows[0] ?? []).map(Number)
  return new Map(
    names.flatMap((name, index) => {
      const type = typeOf(counts.slice(index * 4, index * 4 + 4))
      return type === null ? [] : [[name, type] as const]
    }),
  )
}

/** The type of so many values, of which so many are whole numbers of 64 bits, fractions and truth values; null where some are anything else. */
function typeOf([kept = 0, integers = 0, fractions = 0, truths = 0]: number[]): string | null {
  if (kept === 0) return null
  if (integers === kept) return 'BIGINT'
  if (integers + fractions === kept) return 'DOUBLE'
  return truths === kept ? 'BOOLEAN' : null
}

/**
 * The members as texts of which a number is one, and a text that looks like a number none: it would stay a text whatever
 * tokens are named.
 */
export function asTokens(names: readonly string[], values: string): string {
  const items = names.map((name) => {
    const value = duckdbName(name)
    const text = `(${value} ->> '$')`
    const looksLike = `json_type(${value}) = 'VARCHAR' and try_cast(${text} as double) is not null`
    return `case when ${looksLike} then concat('"', ${text}, '"') else ${text} end as ${value}`
  })
  return `(select ${items.join(', ')} from ${values}) as texts_of`
}
