import type { Column } from '../ast.ts'
import type { Dialect } from '../dialect.ts'
import { does, type ForbiddenConstruct } from '../forbidden-constructs.ts'
import { luhnTerms } from './card-digits.ts'

/** By the documentation. The server's own parser tells a select from all else before anything is run. */
const forbidden: readonly ForbiddenConstruct[] = [
  // It begins a comment wherever it stands.
  { pattern: /#/, does: 'begins a comment' },
  { pattern: /\binto\b/, does: 'writes its rows elsewhere' },
  { pattern: /\b(?:export data|load data|call)\b/, does: 'does more than a select' },
  {
    pattern: /\b(?:external_query|external_object_transform) \(/,
    does: 'reads what is not in this datastore',
    isName: true,
  },
  { pattern: /\b(?:ml|ai|obj|keys|aead) \. \w/, does: 'sends values to another service', isName: true },
  { pattern: /@ @|\bsession_user \(|\binformation_schema\b/, does: does.showsServer, isName: true },
  { pattern: /@ @/, does: does.showsServer },
]

const instants = /^timestamp$/i

const isFloat = ({ native_type }: Column): boolean => /^float/i.test(native_type)

const moment = (value: string): string => `cast(${value} as datetime)`
const cut = (unit: string) => (value: string) => `datetime_trunc(${moment(value)}, ${unit})`

/** Google BigQuery, by the documentation; no service of it has met this yet. Parameters have names, so a function may print an argument twice. */
export const bigquery: Dialect = {
  name: 'bigquery',
  identifierQuote: '`',
  escapesInNames: true,
  parameter: (index) => `@p${index}`,
  castTypes: {
    integral: 'bignumeric',
    fractional: 'float64',
    decimal: 'bignumeric',
    string: 'string',
    boolean: 'bool',
    date: 'date',
    timestamp: 'datetime',
  },
  decimal: (operand, { precision, scale }) => `safe_cast(${operand()} as bignumeric(${precision}, ${scale}))`,
  instants,
  // Times with and without a zone cannot be compared there, so all of them are without one, in UTC.
  temporalLiteral: ({ type, value }) => `${type === 'date' ? 'date' : 'datetime'} '${String(value)}'`,
  columnAs(quoted, column) {
    const { type, native_type } = column
    if (type === 'String') return /^json$/i.test(native_type) ? `to_json_string(${quoted})` : quoted
    if (instants.test(native_type)) return `datetime(${quoted})`
    // NaN would be neither equal to itself nor above or below anything, so it counts as NULL.
    return isFloat(column) ? `if(is_nan(${quoted}), null, ${quoted})` : quoted
  },
  // A sum of 64 bits that passes the end of its range fails the statement.
  columnInArithmetic: (quoted, { native_type }) =>
    /^int/i.test(native_type) ? `cast(${quoted} as bignumeric)` : undefined,
  exactNumber: (digits) => (/^-?\d{1,18}$/.test(digits) ? undefined : `bignumeric '${digits}'`),
  // A query behind `in` has one column there, which of several values is a structure.
  isRowOf(row, query) {
    const operands = row.map(({ operand }) => operand).join(', ')
    if (row.length === 1) return `(${operands} in (${query}))`
    const columns = row.map(({ column }) => `assay_rows.${column}`).join(', ')
    return `((${operands}) in (select (${columns}) from (${query}) as assay_rows))`
  },
  countWhere: (condition) => `countif(${condition})`,
  functions: {
    length: (value) => `char_length(${value})`,
    matches: (value, pattern) => `regexp_contains(${value}, ${pattern})`,
    abs: (value) => `abs(${value})`,
    lower: (value) => `lower(${value})`,
    // Without a character it takes the blanks of other scripts, too.
    trim: (value) => `trim(${value}, ' ')`,
    collapse_whitespace: (value) => `trim(regexp_replace(${value}, '[\\\\x09-\\\\x0D ]+', ' '), ' ')`,
    replace_matches: (value, pattern, left) => `regexp_replace(${value}, ${pattern}, ${left})`,
    millis_between: (from, to) =>
      `(datetime_diff(${moment(to ?? '')}, ${moment(from ?? '')}, microsecond) / 1000)`,
    luhn_sum: (value) => luhnSum(value ?? ''),
    plain_text: (value) => `cast(${value} as string)`,
    beginning: (value, count) => `substr(${value}, 1, ${count})`,
    random: () => 'rand()',
    spread: (...values) =>
      `((farm_fingerprint(concat(${values.map((value) => `coalesce(cast(${value} as string), '')`).join(", '|', ")})) & 9007199254740991) / 9007199254740992)`,
  },
  segments: {
    Yearly: cut('year'),
    Quarterly: cut('quarter'),
    Monthly: cut('month'),
    Weekly: cut('isoweek'),
    Daily: cut('day'),
    Hourly: cut('hour'),
  },
  oneRow: '(select 1 as one) as one_row',
  lexicalRules: {
    backslashes: true,
    tripleQuotes: true,
    undoubledQuotes: true,
    backtickIdentifiers: true,
    placeholder: /[@?]/y,
  },
  forbidden,
  // A statement has at most a million characters there, and 10,000 parameters.
  limits: { columns: 1000, characters: 900_000, parameters: 5000 },
}

/** Zeros, which count nothing, stand where a shorter number has no digit. */
function luhnSum(value: string): string {
  const reversed = `concat(reverse(replace(replace(${value}, ' ', ''), '-', '')), '${'0'.repeat(19)}')`
  return luhnTerms((place, order) => `strpos('${order}', substr(${reversed}, ${place}, 1))`)
}
