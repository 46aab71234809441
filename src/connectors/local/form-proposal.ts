import type { FileOptions } from '../../model/container.ts'
import type { Cell } from '../../kernel/cell.ts'
import type { Rows } from '../connector.ts'
import { duckdbName, duckdbText } from '../duckdb/types.ts'

interface Form {
  /** What a person would set. */
  name: string
  /** The condition that a value is of it. */
  fits(value: string): string
}

/** Forms of dates that files often have beside ISO 8601; years of two digits only where nothing else looks like that. */
const dateForms: Form[] = [
  ...['.', '/', '-'].flatMap((mark) => dated(['%d', '%m', '%Y'], mark)),
  ...['.', '/', '-'].flatMap((mark) => dated(['%m', '%d', '%Y'], mark)),
  ...['.', '/'].flatMap((mark) => dated(['%d', '%m', '%y'], mark)),
  ...['.', '/'].flatMap((mark) => dated(['%m', '%d', '%y'], mark)),
  ...dated(['%Y', '%m', '%d'], '.'),
]

/** One form without and two with a time of day; the digits are counted, since %Y takes 24 for a year. */
function dated(parts: readonly string[], mark: string): Form[] {
  const digits = parts.map((part) => (part === '%Y' ? '[0-9]{4}' : part === '%y' ? '[0-9]{2}' : '[0-9]{1,2}'))
  return ['', ' %H:%M', ' %H:%M:%S'].map((clock) => {
    const name = parts.join(mark) + clock
    const time = clock.replaceAll(/%[HMS]/g, '[0-9]{2}')
    const pattern = `^${digits.join(`[${mark}]`)}${time}$`
    return {
      name,
      fits: (value) =>
        `${matches(value, pattern)} and try_strptime(trim(${value}), ${duckdbText(name)}) is not null`,
    }
  })
}

const matches = (value: string, pattern: string): string =>
  `regexp_matches(trim(${value}), ${duckdbText(pattern)})`

const rowsSampled = 5000

/** The columns of separated text as they were found. */
interface FoundTexts {
  /** Those that are text. */
  texts: readonly string[]
  /** True when there are numbers with a decimal point. */
  has_points: boolean
}

/**
 * Sentences about text fields that would be numbers by a decimal comma, or dates by a form, that nobody told: named in the
 * container, they are. `relation` shows the columns as text, `read` runs a statement. A sample proposes, all rows decide.
 */
export async function proposeForms(
  { texts, has_points }: FoundTexts,
  { decimal_separator, date_format }: FileOptions,
  relation: string,
  read: (sql: string) => Promise<Rows>,
): Promise<string[]> {
  const asked: readonly Kind[] = [
    ...(decimal_separator === undefined && !has_points ? [commas] : []),
    ...(date_format === undefined ? [dates] : []),
  ]
  if (texts.length === 0 || asked.length === 0) return []
  const every = texts.flatMap((name) => asked.map((kind) => ({ name, kind })))
  const sampled = `(select * from ${relation} limit ${rowsSampled}) as sample_rows`
  // Trying forms costs far more than a look: most texts are not even like one.
  const alike = await looking(every, sampled, read)
  const suspects = await fitting(alike, sampled, read)
  const found = await fitting(suspects, relation, read)
  return found.map(({ name, kind }) => `"${name}": ${kind.says(kind.forms.map((form) => form.name))}`)
}

/** A kind of value that text may turn out to hold. */
interface Kind {
  /** Those that may fit; one does when all values are of it. */
  forms: readonly Form[]
  /** A pattern that every value of every form matches. */
  pattern: string
  /** What must hold for one value at least. */
  tells(value: string): string
  /** The values are not repeated: their field may be masked. */
  says(forms: readonly string[]): string
}

const commaNumber = '^[-+]?(0|[1-9][0-9]*)(,[0-9]+)?$'

const commas: Kind = {
  forms: [{ name: ',', fits: (value) => matches(value, commaNumber) }],
  pattern: commaNumber,
  // Three digits behind the comma may as well be thousands.
  tells: (value) =>
    `regexp_matches(trim(${value}), '^[-+]?(0,[0-9]+|[0-9]+,([0-9]{1,2}|[0-9]{4,})|[0-9]{4,},[0-9]+)$')`,
  says: () =>
    'the text values are numbers with a decimal comma. Set decimal_separator of the container to "," when the field is to be a number.',
}

const dates: Kind = {
  forms: dateForms,
  pattern: '^[0-9]{1,4}[./-][0-9]{1,2}[./-][0-9]{1,4}( [0-9:]{5,8})?$',
  tells: (value) => `${value} is not null`,
  says([form = '', other]) {
    return other === undefined
      ? `the text values are dates of the form ${form}. Set date_format of the container to it when the field is to be a date.`
      : `the text values are dates that do not tell the day from the month. Set date_format of the container to ${form} or to ${other}, whichever is meant, when the field is to be a date.`
  },
}

interface Suspect {
  name: string
  kind: Kind
}

/** Those whose values all look like values of a form. */
async function looking(
  suspects: readonly Suspect[],
  relation: string,
  read: (sql: string) => Promise<Rows>,
): Promise<Suspect[]> {
  const items = suspects.map(({ name, kind }) => `bool_and(${matches(duckdbName(name), kind.pattern)})`)
  const { rows } = await read(`select ${items.join(', ')} from ${relation}`)
  return suspects.filter((_, index) => rows[0]?.[index] === true)
}

/** Those whose values are all of a form, with the forms that are left. */
async function fitting(
  suspects: readonly Suspect[],
  relation: string,
  read: (sql: string) => Promise<Rows>,
): Promise<Suspect[]> {
  if (suspects.length === 0) return []
  const items = suspects.map(({ name, kind }) => {
    const value = duckdbName(name)
    const conditions = [
      `bool_or(${kind.tells(value)})`,
      ...kind.forms.map(({ fits }) => `bool_and(${fits(value)})`),
    ]
    return `[${conditions.map((condition) => `cast(coalesce(${condition}, false) as varchar)`).join(', ')}]`
  })
  const { rows } = await read(`select ${items.join(', ')} from ${relation}`)
  return suspects.flatMap(({ name, kind }, index) => {
    const [tells, ...fits] = wordsIn(rows[0]?.[index] ?? null)
    const forms = kind.forms.filter((_, at) => fits[at] === 'true')
    return tells === 'true' && forms.length > 0 ? [{ name, kind: { ...kind, forms } }] : []
  })
}

const wordsIn = (list: Cell): string[] => (Array.isArray(list) ? list.map(String) : [])
