import type { Cell } from '../../kernel/cell.ts'
import type { Rows } from '../connector.ts'
import { duckdbName, duckdbText } from '../duckdb/types.ts'

/** Other values than numbers that a field may have for them to be proposed. */
const mostTokens = 2
/** A field of fewer numbers than this share is text that happens to hold some. */
const leastNumbers = 0.1
const rowsSampled = 5000

/**
 * Sentences about text fields that are numbers but for one or two values (NA, -, ...): naming those as null_tokens makes
 * the fields numbers. `relation` shows the columns as text, `read` runs a statement. A sample proposes, all rows decide.
 */
export async function proposeTokens(
  columns: readonly string[],
  relation: string,
  read: (sql: string) => Promise<Rows>,
): Promise<string[]> {
  const suspects = await suspectsIn(columns, relation, read)
  if (suspects.length === 0) return []
  const items = suspects.flatMap(({ name, tokens }) => {
    const value = duckdbName(name)
    const listed = tokens.map((token) => duckdbText(token)).join(', ')
    return [
      `count(${value})`,
      `count(*) filter (where ${value} in (${listed}))`,
      `count(*) filter (where ${isOther(value)} and ${value} not in (${listed}))`,
    ]
  })
  const { rows } = await read(`select ${items.join(', ')} from ${relation}`)
  return suspects.flatMap(({ name, tokens }, index) => {
    const [values = 0, marked = 0, strays = 0] = (rows[0] ?? []).slice(index * 3, index * 3 + 3).map(Number)
    const numbers = values - marked
    return strays > 0 || !isNumeric(numbers, values) ? [] : sentence(name, tokens, numbers / values)
  })
}

function sentence(name: string, tokens: readonly string[], share: number): string {
  const [is, it] = tokens.length === 1 ? ['is', 'it'] : ['are', 'them']
  return `"${name}": ${Math.floor(100 * share)} % of the text values are numbers; ${tokens.join(' and ')} ${is} the rest. Name ${it} in null_tokens of the container when the field is to be a number.`
}

/** Fields of which a sample holds numbers and a few other values. */
async function suspectsIn(
  columns: readonly string[],
  relation: string,
  read: (sql: string) => Promise<Rows>,
): Promise<{ name: string; tokens: string[] }[]> {
  if (columns.length === 0) return []
  const items = columns.flatMap((column) => {
    const value = duckdbName(column)
    const others = `filter (where ${isOther(value)})`
    return [
      `count(${value})`,
      `count(*) ${others}`,
      `list_sort(list(distinct ${value}) ${others})[:${mostTokens + 1}]`,
    ]
  })
  const { rows } = await read(
    `select ${items.join(', ')} from (select * from ${relation} limit ${rowsSampled}) as sample_rows`,
  )
  return columns.flatMap((name, index) => {
    const [values, others, list = null] = (rows[0] ?? []).slice(index * 3, index * 3 + 3)
    const tokens = textsIn(list)
    const isFew =
      tokens.length > 0 && tokens.length <= mostTokens && tokens.every((token) => isNoValue(token))
    return isFew && isNumeric(Number(values) - Number(others), Number(values)) ? { name, tokens } : []
  })
}

function isNumeric(numbers: number, values: number): boolean {
  return numbers > 0 && numbers >= leastNumbers * values
}

/** A text with digits is a value that is written in another way, but for the errors of spreadsheets, such as #DIV/0!. */
function isNoValue(token: string): boolean {
  return !/\d/.test(token) || /^#[A-Z]/.test(token)
}

function textsIn(list: Cell): string[] {
  return Array.isArray(list) ? list.filter((item) => typeof item === 'string') : []
}

/** A value that is no number; a code with leading zeros is none. */
function isOther(value: string): string {
  const form = String.raw`'^\s*[-+]?0\d|[_xX]|nan|inf'`
  return `${value} is not null and (try_cast(${value} as double) is null or regexp_matches(${value}, ${form}, 'i'))`
}
