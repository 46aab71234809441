import type { Dialect } from '../dialect.ts'
import { luhnTerms } from './card-digits.ts'
import { byDateTrunc } from './date-trunc.ts'
import { does, type ForbiddenConstruct } from '../forbidden-constructs.ts'
import { dollarAtTheEnd } from './mysql-family.ts'

/** A text type without a length has 256 bytes there. */
const text = 'varchar(65535)'

const forbidden: readonly ForbiddenConstruct[] = [
  { pattern: /\binto\b/, does: 'writes its rows elsewhere' },
  {
    pattern: /\b(?:set_config|current_setting) \(/,
    does: 'reads or changes settings of the server',
    isName: true,
  },
  { pattern: /\bpg_\w+ \(/, does: "is the server's own business", isName: true },
  { pattern: /\b(?:nextval|setval) \(/, does: does.advances, isName: true },
  { pattern: /\b(?:query_to_xml\w*|dblink\w*) \(/, does: does.runsText, isName: true },
  {
    pattern:
      /\b(?:stl|stv|svl|svv|svcs|sys|pg)_\w+\b|\binformation_schema \. |\b(?:current_query|txid_\w+|inet_\w+) \(/,
    does: does.showsServer,
    isName: true,
  },
  { pattern: /\bfor (?:update|share)\b/, does: 'locks the rows that it reads' },
]

/**
 * Amazon Redshift, by its documentation: it began as PostgreSQL 8 and has other functions since. No server of it has met this yet; what runs
 * it in the tests is a PostgreSQL to which the functions were added.
 */
export const redshift: Dialect = {
  name: 'redshift',
  identifierQuote: '"',
  parameter: (index) => `$${index}::${text}`,
  castTypes: {
    integral: 'numeric(38, 0)',
    fractional: 'double precision',
    decimal: 'numeric(38, 9)',
    string: text,
    boolean: 'boolean',
    date: 'date',
    timestamp: 'timestamp',
  },
  // What does not fit fails there, so what is far too large is left out first.
  decimal(operand, { precision, scale }) {
    const bound = `1${'0'.repeat(precision - scale)}`
    const rounded = () => `cast(${operand()} as numeric(38, ${scale}))`
    return `case when abs(cast(${operand()} as double precision)) > ${bound} then null when abs(${rounded()}) < ${bound} then ${rounded()} end`
  },
  temporalLiteral: ({ type, value }) => `${type} '${String(value)}'`,
  columnAs(quoted, { type, native_type }) {
    // A char(n) is padded for patterns and lengths, and its cast leaves the blanks out.
    if (type === 'String') return /varying|varchar/.test(native_type) ? quoted : `cast(${quoted} as ${text})`
    // As a double, 1.1 in 32 bits would be another number than 1.1; its text is not.
    return /^(?:real|float4)$/.test(native_type)
      ? `cast(cast(${quoted} as varchar(64)) as double precision)`
      : quoted
  },
  // A sum of 64 bits that passes the end of its range fails the statement.
  columnInArithmetic: (quoted, { native_type }) =>
    /^(?:smallint|integer|bigint|int[248])$/.test(native_type)
      ? `cast(${quoted} as numeric(38, 0))`
      : undefined,
  pattern: dollarAtTheEnd,
  // Texts count as equal there when they differ in blanks at the end; a character behind them makes these count.
  exactText: (printed) => `(${printed} || chr(1))`,
  groupedText: (printed) => `${printed}, octet_length(${printed})`,
  isRowOf(row, query) {
    const names = row.map((_, index) => `assay_${index + 1}`)
    const members = row.map(({ exactly }, index) => exactly(`assay_rows.${names[index]}`)).join(', ')
    const operands = row.map(({ operand }) => operand).join(', ')
    return `((${operands}) in (select ${members} from (${query}) as assay_rows (${names.join(', ')})))`
  },
  // There is no cast from boolean to a text.
  textOf: (printed, type) =>
    type === 'Boolean' ? `case when ${printed} then 'true' when not ${printed} then 'false' end` : undefined,
  functions: {
    length: (value) => `length(${value})`,
    matches: (value, pattern) => `(regexp_instr(${value}, ${pattern}, 1, 1, 0, 'p') > 0)`,
    abs: (value) => `abs(${value})`,
    lower: (value) => `lower(${value})`,
    trim: (value) => `trim(${value})`,
    // No backslash, whose meaning in a text depends on the server's age.
    collapse_whitespace: (value) =>
      `trim(regexp_replace(translate(${value}, ${['9', '10', '11', '12', '13'].map((code) => `chr(${code})`).join(' || ')}, '     '), ' +', ' ', 1, 'p'))`,
    replace_matches: (value, pattern, left) => `regexp_replace(${value}, ${pattern}, ${left}, 1, 'p')`,
    millis_between: (from, to) =>
      `(datediff('microsecond', cast(${from} as timestamp), cast(${to} as timestamp)) / cast(1000 as double precision))`,
    luhn_sum: (value) => luhnSum(value ?? ''),
    plain_text: (value) => `cast(${value} as ${text})`,
    beginning: (value, count) => `left(${value}, ${count})`,
    random: () => 'random()',
    spread: (...values) =>
      `(strtol(substring(md5(${values.map((value) => `coalesce(cast(${value} as ${text}), '')`).join(" || '|' || ")}), 1, 8), 16) / cast(4294967296 as double precision))`,
  },
  segments: byDateTrunc,
  oneRow: '(select 1) as one_row',
  lexicalRules: {
    nestedComments: true,
    dollarQuotes: true,
    escapeTexts: true,
    doubtfulBackslashes: true,
    escapedNames: true,
    dottedCalls: true,
    placeholder: /\$[0-9]/y,
  },
  forbidden,
  // 1,600 output columns and 32,767 parameters are the server's limits.
  limits: { columns: 1000, characters: 1_000_000, parameters: 30_000 },
}

/** Zeros, which count nothing, stand where a shorter number has no digit. */
function luhnSum(value: string): string {
  const reversed = `(reverse(replace(replace(${value}, ' ', ''), '-', '')) || '${'0'.repeat(19)}')`
  return luhnTerms((place, order) => `strpos('${order}', substring(${reversed}, ${place}, 1))`)
}
