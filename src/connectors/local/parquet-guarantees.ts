import type { Cell } from '../../kernel/cell.ts'
import { compareNumerals } from '../../kernel/quantity.ts'
import type { DiscoveredField } from '../../model/field.ts'
import { duckdbText } from '../duckdb/types.ts'
import { globless } from './relations.ts'
import type { FieldGuarantee, Rows } from '../connector.ts'

/** What the footer of a Parquet file says of one column of one row group. */
interface Chunk {
  rows: number
  values: number
  nulls: number | null
  least: string | null
  greatest: string | null
}

const statisticsWords = 'the statistics that the Parquet file keeps of each of its row groups'

/**
 * What the statistics of one Parquet file guarantee of its fields: that they hold no NULL, and between which values they lie.
 * Bounds are taken of whole numbers, decimals, dates and times only: those of floats leave NaN out, and those of texts may be
 * cut. Nothing is guaranteed by a writer whose statistics are not known to be right, nor by statistics that contradict
 * themselves. `path` is the engine's; `read` runs a statement that looks at the footer only.
 */
export async function parquetGuarantees(
  read: (sql: string) => Promise<Rows>,
  path: string,
  fields: readonly DiscoveredField[],
): Promise<Map<string, FieldGuarantee>> {
  const file = duckdbText(globless(path))
  const found = new Map<string, FieldGuarantee>()
  const { rows: about } = await read(`select created_by, num_rows from parquet_file_metadata(${file})`)
  const [[writer = null, total = null] = []] = about
  if (!isBelieved(String(writer ?? ''))) return found
  const { rows: shown } = await read(
    `select column_name, column_type from (describe select * from read_parquet(${file}, hive_partitioning = false))`,
  )
  const types = new Map(shown.map(([name = null, type = null]) => [String(name), String(type)]))
  const names = fields.map(({ name }) => duckdbText(name)).join(', ')
  const { rows } = await read(
    `select path_in_schema, row_group_num_rows, num_values, stats_null_count, stats_min_value, stats_max_value, type
     from parquet_metadata(${file}) where path_in_schema in (${names})`,
  )
  const columns = Map.groupBy(rows, ([name = null]) => String(name))
  for (const field of fields) {
    // A file whose column has another type than the container is converted as it is read.
    if (types.get(field.name) !== field.native_type) continue
    const cells = columns.get(field.name) ?? []
    const chunks = cells.map(chunkOf)
    if (chunks.length === 0 || !areSound(chunks, Number(total))) continue
    const isWhole = cells.every(([, , , , , , physical = null]) => /^INT(?:32|64)$/.test(String(physical)))
    found.set(field.name, {
      is_present: chunks.every(({ nulls }) => nulls === 0),
      bounds: isWhole ? boundsOf(field, chunks) : null,
      by: statisticsWords,
    })
  }
  return found
}

function chunkOf([, rows = null, values = null, nulls = null, least = null, greatest = null]: Cell[]): Chunk {
  return {
    rows: Number(rows),
    values: Number(values),
    nulls: nulls === null ? null : Number(nulls),
    least: least === null ? null : String(least),
    greatest: greatest === null ? null : String(greatest),
  }
}

/** False for statistics that contradict each other; of a flat column every row has a value or a NULL. */
function areSound(chunks: readonly Chunk[], total: number): boolean {
  const rows = chunks.reduce((sum, chunk) => sum + chunk.rows, 0)
  return (
    rows === total &&
    chunks.every(
      ({ rows, values, nulls }) => rows === values && (nulls === null || (nulls >= 0 && nulls <= rows)),
    )
  )
}

/** Null where a row group with values has no bounds. */
function boundsOf({ native_type }: DiscoveredField, chunks: readonly Chunk[]): FieldGuarantee['bounds'] {
  const kind = kinds.find(([pattern]) => pattern.test(native_type))?.[1]
  if (!kind) return null
  const filled = chunks.filter(({ nulls, rows }) => nulls !== rows)
  const least: string[] = []
  const greatest: string[] = []
  for (const chunk of filled) {
    if (chunk.least === null || chunk.greatest === null) return null
    least.push(plainMoment(chunk.least))
    greatest.push(plainMoment(chunk.greatest))
  }
  // Years before 1 and after 9999, and infinity, are written in ways of their own.
  if (![...least, ...greatest].every((text) => forms[kind].test(text))) return null
  if (filled.length === 0) return null
  const order = kind === 'number' ? compareNumerals : byText
  const [first] = least.toSorted(order)
  const last = greatest.toSorted(order).at(-1)
  if (first === undefined || last === undefined || order(first, last) > 0) return null
  return { kind, least: first, greatest: last }
}

const kinds: [pattern: RegExp, kind: NonNullable<FieldGuarantee['bounds']>['kind']][] = [
  [/^U?(?:TINYINT|SMALLINT|INTEGER|BIGINT)$/, 'number'],
  [/^DECIMAL\(/, 'number'],
  [/^DATE$/, 'date'],
  [/^TIMESTAMP(?: WITH TIME ZONE)?$/, 'timestamp'],
]

const forms: Record<NonNullable<FieldGuarantee['bounds']>['kind'], RegExp> = {
  number: /^-?\d+(?:\.\d+)?$/,
  date: /^\d{4}-\d{2}-\d{2}$/,
  timestamp: /^\d{4}-\d{2}-\d{2} \d{2}:\d{2}:\d{2}(?:\.\d{1,9})?$/,
}

/** The engine shows times of a zone in UTC. */
const plainMoment = (text: string): string => text.replace(/\+00$/, '')
const byText = (one: string, other: string): number => (one < other ? -1 : Number(one > other))

/**
 * Writers and the first of their versions whose null counts and bounds are believed. Any other writer may be right; those before
 * these versions had faults (parquet-mr took the order of bytes for that of values, early parquet-cpp wrote null counts that it
 * had not counted), or say nothing of their version.
 */
const believed: [pattern: RegExp, least: readonly [major: number, minor: number]][] = [
  [/^DuckDB version v(\d+)\.(\d+)/, [1, 0]],
  [/^parquet-cpp-arrow version (\d+)\.(\d+)/, [8, 0]],
  [/^parquet-mr version (\d+)\.(\d+)/, [1, 11]],
  [/^parquet-rs version (\d+)\.(\d+)/, [30, 0]],
]

function isBelieved(writer: string): boolean {
  return believed.some(([pattern, [major, minor]]) => {
    const found = pattern.exec(writer)
    if (!found) return false
    const [given, part] = [Number(found[1]), Number(found[2])]
    return given > major || (given === major && part >= minor)
  })
}
