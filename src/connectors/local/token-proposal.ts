import type { Rows } from '../connector.ts'
import { duckdbCount, duckdbName, duckdbText } from '../duckdb/types.ts'
import { countsAtOnce } from './text-types.ts'

/** A field of fewer numbers than this share is text that happens to hold some. */
const leastNumbers = 0.1
const rowsSampled = 5000
/** Columns of one statement, each of which takes four counts at most. */
const columnsAtOnce = countsAtOnce / 4

/**
 * Sentences about text fields that are numbers but for one or two values (NA, -, ...): naming those as null_tokens makes
 * the fields numbers. `relation` shows the columns as text, `read` runs a statement. A sample proposes, all rows decide.
 */
export async function proposeTokens(
  columns: readonly string[],
  relation: string,
  read: (sql: string) => Promise<Rows>,
): Promise<string[]> {
  const sentences: string[] = []
  for (let from = 0; from < columns.length; from += columnsAtOnce) {
    const suspects = await suspectsIn(columns.slice(from, from + columnsAtOnce), relation, read)
    sentences.push(...(await proposedAmong(suspects, relation, read)))
  }
  return sentences
}

/** The sentences about those of these fields that hold no other values than numbers and their tokens in any row. */
async function proposedAmong(
  suspects: readonly Suspect[],
  relation: string,
  read: (sql: string) => Promise<Rows>,
): Promise<string[]> {
  if (suspects.length === 0) return []
  const items = suspects.flatMap(({ name, tokens }) => {
    const value = duckdbName(name)
    const listed = tokens.map((token) => duckdbText(token)).join(', ')
    return [
      `count(${value})`,
      duckdbCount(`${value} in (${listed})`),
      duckdbCount(`${isOther(value)} and ${value} not in (${listed})`),
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

interface Suspect {
  name: string
  tokens: string[]
}

/**
 * Fields of which a sample holds numbers and other values. The least and the greatest of those are all that there may be; to
 * list them would take the engine tens of megabytes for each field.
 */
async function suspectsIn(
  columns: readonly string[],
  relation: string,
  read: (sql: string) => Promise<Rows>,
): Promise<Suspect[]> {
  const items = columns.flatMap((column) => {
    const value = duckdbName(column)
    const other = `case when ${isOther(value)} then ${value} end`
    return [`count(${value})`, `count(${other})`, `min(${other})`, `max(${other})`]
  })
  const { rows } = await read(
    `select ${items.join(', ')} from (select * from ${relation} limit ${rowsSampled}) as sample_rows`,
  )
  return columns.flatMap((name, index) => {
    const [values, others, ...ends] = (rows[0] ?? []).slice(index * 4, index * 4 + 4)
    const tokens = [...new Set(ends.filter((end) => typeof end === 'string'))]
    const isProposed = tokens.length > 0 && tokens.every((token) => isNoValue(token))
    return isProposed && isNumeric(Number(values) - Number(others), Number(values)) ? { name, tokens } : []
  })
}

function isNumeric(numbers: number, values: number): boolean {
  return numbers > 0 && numbers >= leastNumbers * values
}

/** A text with digits is a value that is written in another way, but for the errors of spreadsheets, such as #DIV/0!. */
function isNoValue(token: string): boolean {
  return !/\d/.test(token) || /^#[A-Z]/.test(token)
}

/** A value that is no number; a code with leading zeros is none. */
function isOther(value: string): string {
  const form = String.raw`'^\s*[-+]?0\d|[_xX]|nan|inf'`
  return `${value} is not null and (try_cast(${value} as double) is null or regexp_matches(${value}, ${form}, 'i'))`
}
