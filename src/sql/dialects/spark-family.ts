import type { Column } from '../ast.ts'
import type { Dialect } from '../dialect.ts'
import { byDateTrunc } from './date-trunc.ts'
import { does, type ForbiddenConstruct } from '../forbidden-constructs.ts'
import type { LexicalRules } from '../lexer.ts'
import { commonGrowth, type GrowingCalls } from '../growing-calls.ts'
import type { SizedCalls } from '../sized-calls.ts'
import { dollarAtTheEnd } from './mysql-family.ts'

/** Only queries are sent; these run code, read what is no table, or hide a name in a text. */
const forbidden: readonly ForbiddenConstruct[] = [
  { pattern: /\b(?:java_method|reflect|try_reflect) \(/, does: 'runs code of the server', isName: true },
  { pattern: /\b(?:transform|map|reduce) (?:\(.* )?using\b/, does: 'runs a program on the server' },
  { pattern: /\bidentifier \(/, does: 'takes a name from a text', isName: true },
  {
    pattern: /\b(?:read_files|cloud_files|read_\w+|list_files|input_file_\w+|(?:from|to)_protobuf) \(/,
    does: does.readsFiles,
    isName: true,
  },
  {
    pattern: /\b(?:http_request|remote_query|secret|try_secret|ai_\w+|vector_search|read_kafka) \(/,
    does: 'asks another service',
    isName: true,
  },
  { pattern: /\bcount_min_sketch \(/, does: 'may take all memory of the server', isName: true },
  { pattern: /\b(?:current_user|user|session_user|version) \(/, does: does.showsServer, isName: true },
  { pattern: /\bsystem \. |\binformation_schema \. /, does: does.showsServer, isName: true },
]

/** What a function makes is in no count of the server; a machine without memory ends all that it runs. */
const sized: SizedCalls = {
  repeat: [1],
  lpad: [1],
  rpad: [1],
  space: [0],
  randstr: [0],
  format_string: 'format',
  printf: 'format',
  format_number: [1],
  round: [1],
  bround: [1],
  array_repeat: [1],
  array_insert: [1],
  sequence: 'range',
  aggregate: 'fold',
  reduce: 'fold',
}

/** What a call may make of values that are within these bounds. */
const growing: GrowingCalls = {
  ...commonGrowth,
  array_repeat: 'times',
  space: 'first',
  randstr: 'first',
  hex: 2,
  base64: 2,
  to_json: 2,
}

const isNarrowFloat = ({ native_type }: Column): boolean => native_type === 'float'

/** What one member of the family has for itself. */
interface FamilyMember {
  name: string
  /** Constructs that it refuses beside those of all (default: none). */
  forbidden?: readonly ForbiddenConstruct[]
  /** Lexical rules beside those of all (default: none). */
  lexicalRules?: Partial<LexicalRules>
}

/**
 * Spark 4 with ANSI on and the time zone UTC, and what is built on it. Parameters have names, so a function may print an argument more than
 * once.
 */
export const sparkFamily = ({ name, forbidden: own = [], lexicalRules = {} }: FamilyMember): Dialect => ({
  ...family,
  name,
  forbidden: [...forbidden, ...own],
  lexicalRules: { ...family.lexicalRules, ...lexicalRules },
})

const family: Omit<Dialect, 'name' | 'forbidden'> = {
  identifierQuote: '`',
  parameter: (index) => `:p${index}`,
  castTypes: {
    integral: 'decimal(38, 0)',
    fractional: 'double',
    decimal: 'decimal(38, 9)',
    string: 'string',
    boolean: 'boolean',
    date: 'date',
    timestamp: 'timestamp_ntz',
  },
  decimal: (operand, { precision, scale }) => `try_cast(${operand()} as decimal(${precision}, ${scale}))`,
  temporalLiteral: ({ type, value }) => `${type === 'date' ? 'date' : 'timestamp_ntz'} '${String(value)}'`,
  columnAs(quoted, column) {
    if (column.type === 'String') return asText(quoted, column.native_type)
    // 0.1 in 32 bits would be another number than 0.1; its text is not.
    return isNarrowFloat(column) ? `cast(cast(${quoted} as string) as double)` : quoted
  },
  instants: /^timestamp$/,
  // A sum or difference that passes the end of its range fails the statement.
  columnInArithmetic: (quoted, { native_type }) =>
    /^(?:tinyint|smallint|int|bigint)$/.test(native_type) ? `cast(${quoted} as decimal(38, 0))` : undefined,
  // Its regular expressions are those of Java: with (?d) a line ends at a line feed alone.
  pattern: (written) => `(?d)${dollarAtTheEnd(written)}`,
  countWhere: (condition) => `count_if(${condition})`,
  functions: {
    length: (value) => `length(${value})`,
    matches: (value, pattern) => `regexp_like(${value}, ${pattern})`,
    abs: (value) => `abs(${value})`,
    lower: (value) => `lower(${value})`,
    trim: (value) => `trim(${value})`,
    collapse_whitespace: (value) => `trim(regexp_replace(${value}, '[\\\\x09-\\\\x0D ]+', ' '))`,
    replace_matches: (value, pattern, left) => `regexp_replace(${value}, ${pattern}, ${left})`,
    millis_between: (from, to) => `((${micros(to ?? '')} - ${micros(from ?? '')}) / 1000)`,
    luhn_sum: (value) =>
      `aggregate(regexp_extract_all(reverse(${value}), '[0-9]', 0), named_struct('total', cast(0 as bigint), 'place', 1), (assay_state, assay_digit) -> named_struct('total', assay_state.total + instr(if(assay_state.place % 2 = 1, '0123456789', '0516273849'), assay_digit) - 1, 'place', assay_state.place + 1), assay_state -> assay_state.total)`,
    plain_text: (value) => `cast(${value} as string)`,
    beginning: (value, count) => `substr(${value}, 1, ${count})`,
    random: () => 'rand()',
    spread: (...values) => `(shiftrightunsigned(xxhash64(${values.join(', ')}), 11) / 9007199254740992d)`,
  },
  segments: byDateTrunc,
  sized,
  growing,
  oneRow: '(select 1) as one_row',
  lexicalRules: {
    spark: true,
    backtickIdentifiers: true,
    nestedComments: true,
    // Two colons are a cast.
    placeholder: /\?|(?<!:):(?!:)|:::/y,
  },
  // Its planner takes far more than twice the time for twice the aggregates.
  limits: { columns: 100, characters: 400_000, parameters: 1000 },
}

/** Texts of a collation of their own would be equal to others. */
const asText = (quoted: string, native: string): string =>
  native.includes(' collate ') ? `${quoted} collate UTF8_BINARY` : quoted

const micros = (value: string): string => `unix_micros(cast(${value} as timestamp))`
