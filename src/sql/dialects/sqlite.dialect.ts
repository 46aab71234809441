import type { Column } from '../ast.ts'
import type { Dialect } from '../dialect.ts'
import { does, type ForbiddenConstruct } from '../forbidden-constructs.ts'

/** The authorizer of the session refuses everything but reading; what is left are names that could be registered. */
const forbidden: readonly ForbiddenConstruct[] = [
  { pattern: /\bload_extension \(/, does: 'loads a library', isName: true },
  {
    pattern: /\b(?:readfile|writefile|edit|fileio_\w+|lsmode|fsdir) \(/,
    does: does.readsFiles,
    isName: true,
  },
  { pattern: /\bpragma_\w+\b/, does: 'shows or changes settings of the database', isName: true },
  {
    pattern: /\bsqlite_dbpage\b|\bdbstat\b|\bsqlite_dbdata\b/,
    does: 'reads the file behind the tables',
    isName: true,
  },
]

/** SQLite computes times in milliseconds; a text with more digits than that goes its own way. */
const isFiner = (printed: string): string => `substr(${printed}, 24, 1) glob '[0-9]'`

/** A stored date or time in one shape, NULL for what is none; null for fields of other types. SQLite itself would read a day that does not exist as the day after. */
function momentOf(quoted: string, type: Column['type']): string | null {
  const isOrdinary = `date(${quoted}) = substr(${quoted}, 1, 10)`
  if (type === 'Date')
    return `case when ${isOrdinary} then substr(${quoted}, 1, 10) else assay_day(${quoted}) end`
  if (type !== 'Timestamp') return null
  return `case when ${isOrdinary} and not ${isFiner(quoted)} then strftime('%Y-%m-%d %H:%M:%f', ${quoted}) else assay_moment(${quoted}) end`
}

/** Milliseconds between two moments in the one shape, with the digits behind them: whole seconds and fractions apart. */
function millisBetween(from: string, to: string): string {
  const seconds = (printed: string) => `julianday(substr(${printed}, 1, 19))`
  const fraction = (printed: string) => `('0' || substr(${printed}, 20))`
  return `round(round((${seconds(to)} - ${seconds(from)}) * 86400) * 1000 + (${fraction(to)} - ${fraction(from)}) * 1000, 3)`
}

/** SQLite 3.45 and newer, with the functions `assay_...` that the connector registers, see `connectors/sqlite/functions.ts`. */
export const sqlite: Dialect = {
  name: 'sqlite',
  identifierQuote: '"',
  looseDecimals: true,
  parameter: (index) => `?${index}`,
  castTypes: {
    integral: 'integer',
    fractional: 'real',
    decimal: 'numeric',
    string: 'text',
    boolean: 'integer',
    date: 'text',
    timestamp: 'text',
  },
  cast: (printed, type) => {
    if (type === 'date') return `date(${printed})`
    if (type === 'timestamp')
      return `case when ${isFiner(printed)} then assay_moment(${printed}) else strftime('%Y-%m-%d %H:%M:%f', ${printed}) end`
    return undefined
  },
  decimal: (operand, { precision, scale }) => `assay_decimal(${operand()}, ${precision}, ${scale})`,
  temporalLiteral: ({ value }) => `'${String(value)}'`,
  // Times are stored in several shapes, and comparing needs one. What is no time stays as it is, so that it is not NULL.
  columnAs(quoted, { type }) {
    const moment = momentOf(quoted, type)
    return moment === null ? quoted : `coalesce(${moment}, ${quoted})`
  },
  // A column holds what it is given, whatever it is declared as: a text is above every number, and counts 0 in a sum.
  columnInOrder(quoted, { type }) {
    const moment = momentOf(quoted, type)
    if (moment !== null) return `coalesce(${moment}, assay_misfit(${quoted}, 'a date or time'))`
    if (type !== 'Integral' && type !== 'Fractional') return undefined
    return `case when typeof(${quoted}) in ('text', 'blob') then assay_misfit(${quoted}, 'a number') else ${quoted} end`
  },
  // Its own sum() refuses whole numbers beyond 64 bits. The halves of a number are added up apart; one floating number makes the sum one.
  // It has no NaN: what both infinities add up to is NULL.
  sum: (value) =>
    `case when max(typeof(${value}) = 'real') then coalesce(total(${value}), 'NaN') else assay_whole(sum(${value} >> 32), sum(${value} & 4294967295)) end`,
  functions: {
    // Its own length() ends at a NUL.
    length: (value) =>
      `case when instr(${value}, char(0)) > 0 then assay_length(${value}) else length(${value}) end`,
    matches: (value, pattern) => `assay_matches(${value}, ${pattern})`,
    // Its own abs() refuses the smallest whole number.
    abs: (value) => `(case when ${value} < 0 then -(${value}) else ${value} end)`,
    lower: (value) => `lower(${value})`,
    trim: (value) => `trim(${value})`,
    collapse_whitespace: (value) => `assay_collapse_whitespace(${value})`,
    replace_matches: (value, pattern, left) => `assay_replace_matches(${value}, ${pattern}, ${left})`,
    millis_between: millisBetween,
    // The long names keep a column of the table from being taken for one of the walk.
    luhn_sum: (value) => {
      const digits = `replace(replace(${value}, ' ', ''), '-', '')`
      return `(with recursive assay_walk(assay_place, assay_total) as (select 0, 0 union all select assay_place + 1, assay_total + instr(case when assay_place % 2 = 0 then '0123456789' else '0516273849' end, substr(${digits}, -(assay_place + 1), 1)) - 1 from assay_walk where assay_place < length(${digits})) select assay_total from assay_walk order by assay_place desc limit 1)`
    },
    plain_text: (value) => value,
    beginning: (value, count) => `substr(${value}, 1, ${count})`,
    random: () => '((random() & 9007199254740991) / 9007199254740992.0)',
    spread: (...values) => `assay_spread(${values.join(', ')})`,
  },
  segments: {
    // Of the text: strftime() and date() round up to the next millisecond, and with it to the next year.
    Yearly: (value) => `substr(${value}, 1, 4)`,
    Quarterly: (value) => `(substr(${value}, 1, 4) || '-' || ((substr(${value}, 6, 2) + 2) / 3))`,
    Monthly: (value) => `substr(${value}, 1, 7)`,
    Weekly: (value) => `date(substr(${value}, 1, 10), 'weekday 0', '-6 days')`,
    Daily: (value) => `substr(${value}, 1, 10)`,
    Hourly: (value) => `substr(${value}, 1, 13)`,
  },
  // Only a select without a limit is merged into one that aggregates.
  apart: { end: ' limit -1' },
  oneRow: '(select 1) as one_row',
  lexicalRules: {
    backtickIdentifiers: true,
    bracketIdentifiers: true,
    placeholder: /\?|[$:@#][A-Za-z0-9_$\u0080-\uffff]/y,
  },
  // Without a time, or with a text 'now' in a column.
  momentary: ['strftime'],
  forbidden,
  // 2,000 result columns and 32,766 parameters are SQLite's own defaults.
  limits: { columns: 1900, characters: 900_000, parameters: 30_000 },
}
