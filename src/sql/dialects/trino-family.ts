import type { Column } from '../ast.ts'
import type { Dialect } from '../dialect.ts'
import { byDateTrunc } from './date-trunc.ts'
import { dollarAtTheEnd } from './mysql-family.ts'
import { does, type ForbiddenConstruct } from '../forbidden-constructs.ts'
import { commonGrowth, type GrowingCalls } from '../growing-calls.ts'
import type { SizedCalls } from '../sized-calls.ts'

/** Only queries are sent; a table function may run any text in a source behind the server, and catalogues of its own show the server. */
const forbidden: readonly ForbiddenConstruct[] = [
  {
    pattern: /\btable \(/,
    does: 'calls a table function, which reads or writes what is not in this datastore',
  },
  { pattern: /\bwith function\b/, does: 'brings code of its own' },
  // A table of that name has AS or a list of columns behind it.
  { pattern: /\bwith session [^ ]+ (?:=|\.) /, does: 'changes what the server is set to' },
  { pattern: /\bsystem \. |\binformation_schema \. /, does: does.showsServer, isName: true },
  { pattern: /\bai_\w+ \(/, does: 'sends values to another service', isName: true },
]

/** What a function makes is in no count of the server before it is made; `repeat` and `sequence` have bounds of their own there. */
const sized: SizedCalls = {
  lpad: [1],
  rpad: [1],
  format: 'format',
  numeric_histogram: [0],
  reduce: 'fold',
}

/** What a call may make of values that are within these bounds. */
const growing: GrowingCalls = {
  ...commonGrowth,
  ngrams: 'times',
  to_hex: 2,
  to_base64: 2,
  to_base32: 2,
  to_base64url: 2,
  json_format: 2,
  normalize: 18,
}

const isFloat = ({ native_type }: Column): boolean => /^(?:double|real)$/.test(native_type)

/** A plan of the server has at most 150 stages, and those of 20 fields have more. */
const distributions = 10

/** Trino, and what is built on it. Parameters have no numbers there, so a function prints each argument that may be one exactly once. */
export const trinoFamily = ({ name, limits }: Pick<Dialect, 'name' | 'limits'>): Dialect => ({
  ...family,
  name,
  limits: { distributions, ...limits },
})

const family: Omit<Dialect, 'name' | 'limits'> = {
  identifierQuote: '"',
  parameter: () => '?',
  castTypes: {
    integral: 'decimal(38, 0)',
    fractional: 'double',
    decimal: 'decimal(38, 9)',
    string: 'varchar',
    boolean: 'boolean',
    date: 'date',
    timestamp: 'timestamp(6)',
  },
  decimal: (operand, { precision, scale }) => `try_cast(${operand()} as decimal(${precision}, ${scale}))`,
  temporalLiteral: ({ type, value }) => `${type} '${String(value)}'`,
  columnAs(quoted, column) {
    const { type, native_type } = column
    if (type === 'String') return asText(quoted, native_type)
    if (!isFloat(column)) return quoted
    // NaN would be neither equal to itself nor above or below anything, so it counts as NULL. -0 would be a group of its own, and
    // 0.1 in 32 bits another number than 0.1; its text is not.
    const wide = native_type === 'double' ? quoted : `cast(cast(${quoted} as varchar) as double)`
    return `if(is_nan(${quoted}), null, ${wide} + 0e0)`
  },
  // A sum of 64 bits that passes the end of its range fails the statement.
  columnInArithmetic: (quoted, { native_type }) =>
    /^(?:tinyint|smallint|integer|bigint)$/.test(native_type)
      ? `cast(${quoted} as decimal(38, 0))`
      : undefined,
  exactNumber: (digits) => (/^-?\d{19,}$/.test(digits) ? `decimal '${digits}'` : undefined),
  pattern: dollarAtTheEnd,
  countWhere: (condition) => `count_if(${condition})`,
  functions: {
    length: (value) => `length(${value})`,
    matches: (value, pattern) => `regexp_like(${value}, ${pattern})`,
    abs: (value) => `abs(${value})`,
    lower: (value) => `lower(${value})`,
    // Without a character it takes the blanks of other scripts, too.
    trim: (value) => `trim(both ' ' from ${value})`,
    collapse_whitespace: (value) => `trim(both ' ' from regexp_replace(${value}, '[\\x09-\\x0D ]+', ' '))`,
    replace_matches: (value, pattern, left) => `regexp_replace(${value}, ${pattern}, ${left})`,
    millis_between: (from, to) => millisBetween(from ?? '', to ?? ''),
    luhn_sum: (value) =>
      `reduce(regexp_extract_all(reverse(${value}), '[0-9]'), cast(row(0, 1) as ${luhnState}), (assay_state, assay_digit) -> cast(row(assay_state.total + strpos(if(assay_state.place % 2 = 1, '0123456789', '0516273849'), assay_digit) - 1, assay_state.place + 1) as ${luhnState}), assay_state -> assay_state.total)`,
    plain_text: (value) => `cast(${value} as varchar)`,
    beginning: (value, count) => `substr(${value}, 1, ${count})`,
    random: () => 'random()',
    spread: (...values) =>
      `(bitwise_right_shift(from_big_endian_64(xxhash64(to_utf8(concat_ws('|', ${values.map((value) => `cast(${value} as varchar)`).join(', ')})))), 11) / 9007199254740992e0)`,
  },
  segments: {
    ...byDateTrunc,
    Hourly: (value) => `date_trunc('hour', cast(${value} as timestamp(6)))`,
  },
  offsetFirst: true,
  oneRow: '(select 1) as one_row',
  lexicalRules: {
    escapedNames: true,
    placeholder: /\?/y,
  },
  forbidden,
  sized,
  growing,
}

const luhnState = 'row(total bigint, place bigint)'

/** JSON has no cast to text that keeps objects; a char(n) is compared with its blanks otherwise. */
function asText(quoted: string, native: string): string {
  if (/^varchar\b/.test(native)) return quoted
  return native === 'json' ? `json_format(${quoted})` : `cast(${quoted} as varchar)`
}

/** Differences of times are whole milliseconds there, so the digits behind those are taken from the texts. */
function millisBetween(from: string, to: string): string {
  const at = (value: string) => `cast(${value} as timestamp(6))`
  const whole = (value: string) => `date_trunc('millisecond', ${at(value)})`
  const micros = (value: string) => `cast(substr(cast(${at(value)} as varchar), -3) as integer)`
  return `(date_diff('millisecond', ${whole(from)}, ${whole(to)}) + (${micros(to)} - ${micros(from)}) / 1e3)`
}
