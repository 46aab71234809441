import type { Rows } from './connector.ts'

/**
 * The types that text can turn out to hold, the narrowest first, each with DuckDB's test of one value. They are stricter
 * than its own guess: a number with leading zeros, a plus before it or more digits than any type holds is a code and stays
 * text, and only ISO dates are dates.
 */
const candidates: { type: string; fits(value: string): string }[] = [
  { type: 'BOOLEAN', fits: (value) => `lower(trim(${value})) in ('true', 'false')` },
  { type: 'BIGINT', fits: (value) => `cast(try_cast(${value} as bigint) as varchar) = trim(${value})` },
  { type: 'HUGEINT', fits: (value) => `cast(try_cast(${value} as hugeint) as varchar) = trim(${value})` },
  {
    type: 'DOUBLE',
    fits: (value) =>
      `try_cast(${value} as double) is not null and not regexp_matches(${value}, '^\\s*[-+]?0\\d|[_xX]|^\\s*\\+\\d+\\s*$|^\\s*-?\\d{39,}\\s*$')`,
  },
  { type: 'DATE', fits: (value) => `try_cast(${value} as date) is not null and length(trim(${value})) = 10` },
  {
    type: 'TIMESTAMP',
    fits: (value) =>
      `try_cast(${value} as timestamp) is not null and length(trim(${value})) >= 10 and not ${zoned(value)}`,
  },
  {
    type: 'TIMESTAMP WITH TIME ZONE',
    fits: (value) => `try_cast(${value} as timestamptz) is not null and ${zoned(value)}`,
  },
]

/**
 * Types that DuckDB would read with a loss rather than refuse (1.5 as 2, a time cut off its date), so that each value
 * is read as text and tried by the same test that found the type.
 */
const lossy = new Set(['BIGINT', 'HUGEINT', 'DATE'])

/** The text form that a column of this type is read in. */
export function readAs(type: string): string {
  return lossy.has(type) ? 'VARCHAR' : type
}

/** A value that was read by `readAs` as its type; `otherwise` is evaluated for one that does not fit. Null: it needs nothing. */
export function converted(value: string, type: string, otherwise: string): string | null {
  const candidate = candidates.find((one) => one.type === type)
  if (!candidate || !lossy.has(type)) return null
  return `case when ${value} is null then null when ${candidate.fits(value)} then try_cast(${value} as ${type}) else ${otherwise} end`
}

const zoned = (value: string): string => `regexp_matches(${value}, ':\\d\\d.*(Z|[-+]\\d\\d(:?\\d\\d)?)\\s*$')`

const rowsSampled = 5000

/** All of them, or only dates and timestamps: what JSON can write as text alone. */
const sets = {
  every: candidates.map((_, index) => index),
  times: candidates.flatMap(({ type }, index) => (/^(?:DATE|TIMESTAMP)/.test(type) ? [index] : [])),
}

/**
 * The narrowest type of each column that fits all its values, VARCHAR when it holds none. A sample proposes, and a
 * pass over every row confirms, which separated text gets in any case, because it finds broken rows. `columns` are quoted, `relation` shows them as text, `read` runs a statement.
 */
export async function inferTypes(
  columns: readonly string[],
  relation: string,
  read: (sql: string) => Promise<Rows>,
  set: keyof typeof sets = 'every',
): Promise<string[]> {
  if (columns.length === 0) return []
  const everyCandidate = sets[set]
  const all = columns.map((column) => ({ column, tried: everyCandidate }))
  const sample = await fitting(all, `(select * from ${relation} limit ${rowsSampled}) as sample_rows`, read)
  // A column that is empty in the sample proposes everything: the pass over all rows then decides alone.
  let asked = columns.map((column, index) => {
    const fits = sample[index]?.fits ?? []
    return {
      column,
      tried: fits.length === 0 || sample[index]?.values === 0 ? everyCandidate : fits.slice(0, 1),
    }
  })
  asked = asked.map((ask, index) => (isText(sample[index]) ? { ...ask, tried: [] } : ask))
  if (set === 'times' && asked.every(({ tried }) => tried.length === 0)) return columns.map(() => 'VARCHAR')
  let found = await fitting(asked, relation, read)
  if (found.some((column, index) => needsAll(column, asked[index]?.tried))) {
    asked = asked.map((ask, index) => ({
      ...ask,
      tried: needsAll(found[index], ask.tried) ? everyCandidate : ask.tried,
    }))
    found = await fitting(asked, relation, read)
  }
  return found.map(({ values, fits }) => (values > 0 && candidates[fits[0] ?? -1]?.type) || 'VARCHAR')
}

interface Fitting {
  /** Values that are not NULL. */
  values: number
  /** Indexes of the candidates that fit every one of them, the narrowest first. */
  fits: number[]
}

const isText = (sample: Fitting | undefined): boolean =>
  sample !== undefined && sample.values > 0 && sample.fits.length === 0

const needsAll = (column: Fitting | undefined, tried: readonly number[] | undefined): boolean =>
  column?.fits.length === 0 && tried?.length === 1

/** Columns of one statement: DuckDB plans many aggregates in quadratic time, and each statement reads all rows again. */
const columnsAtOnce = 60

async function fitting(
  asked: readonly { column: string; tried: readonly number[] }[],
  relation: string,
  read: (sql: string) => Promise<Rows>,
): Promise<Fitting[]> {
  const found: Fitting[] = []
  for (let start = 0; start < asked.length; start += columnsAtOnce)
    found.push(...(await fittingOf(asked.slice(start, start + columnsAtOnce), relation, read)))
  return found
}

async function fittingOf(
  asked: readonly { column: string; tried: readonly number[] }[],
  relation: string,
  read: (sql: string) => Promise<Rows>,
): Promise<Fitting[]> {
  const counts = asked.flatMap(({ column, tried }) => [
    `count(${column})`,
    ...tried.map((index) => `count(*) filter (where ${candidates[index]?.fits(column) ?? 'false'})`),
  ])
  const { rows } = await read(`select ${counts.join(', ')} from ${relation}`)
  const cells = (rows[0] ?? []).map(Number)
  let at = 0
  return asked.map(({ tried }) => {
    const values = cells[at] ?? 0
    const fits = tried.filter((_, index) => cells[at + 1 + index] === values)
    at += tried.length + 1
    return { values, fits }
  })
}
