import type { FileOptions } from '../../model/container.ts'
import type { Rows } from '../connector.ts'
import { duckdbCount, duckdbText } from '../duckdb/types.ts'

/** The formats of values in untyped text; absent members: as in ISO 8601, and with a decimal point. */
export interface TextForms extends Pick<FileOptions, 'decimal_separator' | 'date_format'> {
  /** Empty values arrive as empty texts, so that every other type than text must be tried (default false). */
  keeps_empty?: boolean
  /** Empty values arrive as NULL and are empty texts in fields of text (default false). */
  fills_empty?: boolean
  /** Texts that are NULL although the engine cannot be told so, so that values of every type arrive as text (default none). */
  null_values?: readonly string[]
}

const zonedType = 'TIMESTAMP WITH TIME ZONE'

/** A type that text can turn out to hold, in DuckDB's words. */
interface Candidate {
  type: string
  /** The test of one value. */
  fits(value: string): string
  /** A value that fits as its type. */
  read(value: string): string
  /** The test of a value of a field that has the type already (default: as `fits`). */
  takes?(value: string): string
  /** True for a value that the engine would write in the same way, given what `read` makes of it: it fits, and is told sooner (default: never). */
  isWritten?(value: string, read: string): string
}

/**
 * The types that text can turn out to hold, the narrowest first. They are stricter than DuckDB's own guess: a number with
 * leading zeros, a plus before it or more digits than any type holds is a code and stays text, and dates are ISO dates or
 * of the form that was told.
 */
function candidatesOf({ decimal_separator = '.', date_format }: TextForms): Candidate[] {
  const format = date_format === undefined ? null : duckdbText(date_format)
  const formatType = format !== null && hasTime(date_format ?? '') ? 'TIMESTAMP' : 'DATE'
  const pointed = (value: string) => (decimal_separator === ',' ? `replace(${value}, ',', '.')` : value)
  const withForm = (type: 'DATE' | 'TIMESTAMP', iso: Candidate): Candidate => {
    if (format === null || formatType !== type) return iso
    const parsed = (value: string) => `try_strptime(trim(${value}), ${format})`
    return {
      type,
      fits: (value) => `(${parsed(value)} is not null or (${iso.fits(value)}))`,
      read: (value) => `coalesce(cast(${parsed(value)} as ${type}), ${iso.read(value)})`,
    }
  }
  return [
    plain('BOOLEAN', (value) => `lower(trim(${value})) in ('true', 'false')`),
    written('BIGINT', (value) => `cast(try_cast(${value} as bigint) as varchar) = trim(${value})`),
    written('HUGEINT', (value) => `cast(try_cast(${value} as hugeint) as varchar) = trim(${value})`),
    {
      type: 'DOUBLE',
      fits: (value) =>
        `${decimal_separator === ',' ? `not contains(${value}, '.') and ` : ''}try_cast(${pointed(value)} as double) is not null and not regexp_matches(${pointed(value)}, '^\\s*[-+]?0\\d|[_xX]|^\\s*\\+\\d+\\s*$|^\\s*-?\\d{39,}\\s*$')`,
      read: (value) => `try_cast(${pointed(value)} as double)`,
    },
    withForm(
      'DATE',
      written('DATE', (value) => `try_cast(${value} as date) is not null and length(trim(${value})) = 10`),
    ),
    withForm('TIMESTAMP', {
      ...plain(
        'TIMESTAMP',
        (value) =>
          `try_cast(${value} as timestamp) is not null and length(trim(${value})) >= 10 and not ${zoned(value)}`,
      ),
      // A time that is said to be one of UTC is what the others are; the engine would drop any other offset.
      takes: (value) =>
        `epoch_us(try_cast(${value} as timestamp)) = epoch_us(try_cast(${value} as timestamptz))`,
      isWritten: (value, read) =>
        `${read} is not null and not contains(${value}, '+') and not contains(substr(${value}, 12), '-')`,
    }),
    {
      ...plain(zonedType, (value) => `try_cast(${value} as timestamptz) is not null and ${zoned(value)}`),
      // A time without a zone among others is one of UTC.
      takes: (value) => `try_cast(${value} as timestamptz) is not null`,
    },
  ]
}

function plain(type: string, fits: Candidate['fits']): Candidate {
  return { type, fits, read: (value) => `try_cast(${value} as ${type})` }
}

/** Trimming costs more than all else of these tests, and hardly a value needs it. No test passes over the length of a date. */
function written(type: 'BIGINT' | 'HUGEINT' | 'DATE', fits: Candidate['fits']): Candidate {
  const isAsLong = (value: string) => (type === 'DATE' ? `strlen(${value}) = 10 and ` : '')
  return {
    ...plain(type, fits),
    isWritten: (value, read) => `${isAsLong(value)}cast(${read} as varchar) = ${value}`,
  }
}

/** True when a format of strptime contains a time of day. */
function hasTime(format: string): boolean {
  return /%-?[HIMSTXcfgnR]/.test(format)
}

/**
 * Types that DuckDB would read with a loss rather than refuse (1.5 as 2, a time cut off its date, an offset off its time, any text as
 * no time with a zone), and those of a form that was told, so that each value is read as text and tried by the test that found the type.
 */
function isTried(type: string, forms: TextForms): boolean {
  const { decimal_separator, keeps_empty = false, null_values = [] } = forms
  if (keeps_empty) return type !== 'VARCHAR'
  if (null_values.length > 0) return candidatesOf(forms).some((one) => one.type === type)
  if (type === 'DOUBLE') return decimal_separator === ','
  return type !== 'BOOLEAN' && candidatesOf(forms).some((one) => one.type === type)
}

/** The text form that a column of this type is read in. */
export function readAs(type: string, forms: TextForms): string {
  return isTried(type, forms) ? 'VARCHAR' : type
}

/** A value that was read by `readAs` as its type; `otherwise` is evaluated for one that does not fit. Null: it needs nothing. */
export function converted(
  value: string,
  type: string,
  forms: TextForms,
  otherwise: string,
  /** What `valueAs` made of it, where that stands in a column. */
  read?: string,
): string | null {
  const candidate = triedAs(type, forms)
  if (!candidate) return null
  const whenWritten =
    read === undefined || !candidate.isWritten ? '' : `when ${candidate.isWritten(value, read)} then ${read} `
  return `case when ${value} is null then null ${whenWritten}when ${(candidate.takes ?? candidate.fits)(value)} then ${candidate.read(value)} else ${otherwise} end`
}

/** A value as its type where that tells most values that fit, so that `converted` needs no more of them; null elsewhere. */
export function valueAs(value: string, type: string, forms: TextForms): string | null {
  const candidate = triedAs(type, forms)
  return candidate?.isWritten ? candidate.read(value) : null
}

function triedAs(type: string, forms: TextForms): Candidate | undefined {
  return isTried(type, forms) ? candidatesOf(forms).find((one) => one.type === type) : undefined
}

const zoned = (value: string): string => `regexp_matches(${value}, ':\\d\\d.*(Z|[-+]\\d\\d(:?\\d\\d)?)\\s*$')`

const rowsSampled = 5000

/** All of them, or only dates and timestamps: what JSON can write as text alone. */
const sets = {
  every: candidatesOf({}).map((_, index) => index),
  times: candidatesOf({}).flatMap(({ type }, index) => (/^(?:DATE|TIMESTAMP)/.test(type) ? [index] : [])),
}

/**
 * The narrowest type of each column that fits all its values, VARCHAR when it holds none. A sample proposes, and a pass over
 * every row confirms, which separated text gets in any case, because it finds broken rows. `columns` are quoted, `relation`
 * shows them as text, `read` runs a statement.
 */
export async function inferTypes(
  columns: readonly string[],
  relation: string,
  read: (sql: string) => Promise<Rows>,
  { set = 'every', ...forms }: TextForms & { set?: keyof typeof sets } = {},
): Promise<string[]> {
  if (columns.length === 0) return []
  const candidates = candidatesOf(forms)
  const everyCandidate = sets[set]
  const all = columns.map((column) => ({ column, tried: everyCandidate }))
  const sampled = `(select * from ${relation} limit ${rowsSampled}) as sample_rows`
  const sample = await fitting(all, sampled, candidates, read)
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
  let found = await fitting(asked, relation, candidates, read)
  if (found.some((column, index) => needsAll(column, asked[index]?.tried))) {
    asked = asked.map((ask, index) => ({
      ...ask,
      tried: needsAll(found[index], ask.tried) ? everyCandidate : ask.tried,
    }))
    found = await fitting(asked, relation, candidates, read)
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

/** Counts of one statement. DuckDB plans many in quadratic time; but each statement reads all rows again. */
export const countsAtOnce = 400

async function fitting(
  asked: readonly Asked[],
  relation: string,
  candidates: readonly Candidate[],
  read: (sql: string) => Promise<Rows>,
): Promise<Fitting[]> {
  const found: Fitting[] = []
  for (const together of readTogether(asked))
    found.push(...(await fittingOf(together, relation, candidates, read)))
  return found
}

/** The columns in their order, in pieces for a statement each. */
function readTogether(asked: readonly Asked[]): Asked[][] {
  const pieces: Asked[][] = []
  let counts = countsAtOnce
  for (const ask of asked) {
    const own = ask.tried.length + 1
    if (counts + own > countsAtOnce) {
      pieces.push([])
      counts = 0
    }
    pieces.at(-1)?.push(ask)
    counts += own
  }
  return pieces
}

/** A column, and the indexes of the candidates that are tried on it. */
interface Asked {
  column: string
  tried: readonly number[]
}

async function fittingOf(
  asked: readonly Asked[],
  relation: string,
  candidates: readonly Candidate[],
  read: (sql: string) => Promise<Rows>,
): Promise<Fitting[]> {
  const counts = asked.flatMap(({ column, tried }) => [
    `count(${column})`,
    ...tried.map((index) => duckdbCount(candidates[index]?.fits(column) ?? 'false')),
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
