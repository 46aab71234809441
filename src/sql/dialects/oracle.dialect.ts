import type { Column } from '../ast.ts'
import type { Dialect } from '../dialect.ts'
import { luhnTerms } from './card-digits.ts'
import { does, type ForbiddenConstruct } from '../forbidden-constructs.ts'
import { oraclePattern } from './oracle-pattern.ts'

/** What the catalogue's views are called behind `all_`, `dba_` and `user_`. */
const views =
  'tables|tab_col(?:umn)?s|objects|users|source|views|mviews|db_links|synonyms|sequences|triggers|procedures|arguments|constraints|cons_columns|indexes|segments|directories|credentials|jobs|(?:external|scheduler|audit)\\w*|(?:sys|tab|col|role)_privs'

/** By the documentation. A read-only transaction refuses what writes tables, but not code of its own, other servers and files. */
const forbidden: readonly ForbiddenConstruct[] = [
  { pattern: /\bwith (?:function|procedure)\b|, (?:function|procedure) \w+/, does: 'brings code of its own' },
  { pattern: /\bfor update\b/, does: does.takesLocks },
  { pattern: /\binto\b/, does: 'writes its rows elsewhere' },
  { pattern: /@/, does: 'leads to another server' },
  { pattern: /\. (?:nextval|currval)\b/, does: does.advances, isName: true },
  { pattern: /\b(?:external|inmemory external) \(|\bbfilename \(/, does: does.readsFiles, isName: true },
  { pattern: /\b(?:http|db|xdb)?uri(?:type|factory)\b/, does: does.readsFiles, isName: true },
  {
    // The packages of the server: they run texts as SQL, send to other machines, read files, wait and lock.
    pattern:
      /\b(?!dbms_random \. value \()(?:dbms|utl)_\w+ \. \w|\b(?:owa|apex|ctx|sdo|ords|htp)_?\w* \. \w+ \(|\bsys \. \w/,
    does: 'calls a package of the server',
    isName: true,
  },
  {
    pattern: /\bxml(?:query|table|exists) \(|\b(?:existsnode|extractvalue) \(/,
    does: 'runs a text as XQuery',
    isName: true,
  },
  // Some are called without brackets.
  { pattern: /\b(?:user|uid|ora_invoking_user(?:id)?)\b(?! \.)/, does: does.showsServer },
  {
    pattern: new RegExp(
      String.raw`\b(?:sys_context|userenv|sys_typeid|ora_invoking_user) \(|\b(?:g?v_?\$\w+|x\$\w+|session_(?:privs|roles|context)|(?:all|dba|user|cdb)_(?:${views}))\b`,
    ),
    does: does.showsServer,
    isName: true,
  },
]

const truth = {
  asValue: (condition: string) => `case when ${condition} then 1 when not ${condition} then 0 end`,
  asCondition: (value: string) => `(${value} = 1)`,
}

/** No column has it: what is empty is NULL there, and what compares with NULL is neither true nor false. */
const emptyText = 'chr(0)'

const momentFormat = "'YYYY-MM-DD HH24:MI:SS.FF9'"

/** Oracle Database from 12.1 on, by the documentation; no server of it has met this yet. */
export const oracle: Dialect = {
  name: 'oracle',
  identifierQuote: '"',
  parameter: (index) => `:p${index}`,
  castTypes: {
    integral: 'number(38, 0)',
    fractional: 'binary_double',
    decimal: 'number(38, 9)',
    string: 'varchar2(4000)',
    boolean: 'number(1, 0)',
    date: 'date',
    timestamp: 'timestamp(9)',
  },
  cast(printed, type) {
    if (type === 'timestamp') return moment(printed)
    // Its date has a time.
    return type === 'date' ? `trunc(${moment(printed)})` : undefined
  },
  // A number that has too many digits would be an error and not NULL.
  decimal(operand, { precision, scale }) {
    const rounded = () => `round(to_number(${operand()}), ${scale})`
    return `case when abs(${rounded()}) < ${bound(precision - scale)} then cast(${rounded()} as number(${precision}, ${scale})) end`
  },
  temporalLiteral: ({ type, value }) => `${type} '${String(value)}'`,
  columnAs,
  floatingNumber: (written) => `to_binary_double('${written}')`,
  pattern: oraclePattern,
  truth,
  bareRelationNames: true,
  emptyText,
  listMembers: 1000,
  page: (rows, passed) => ({
    first: '',
    last:
      passed === 0 ? ` fetch first ${rows} rows only` : ` offset ${passed} rows fetch next ${rows} rows only`,
  }),
  // Its own count takes no large objects.
  count: (printed) => (printed === '*' ? 'count(*)' : `count(case when ${printed} is not null then 1 end)`),
  // A text may begin with a point, which no zero belongs before. One of the national character set stands in no union beside others.
  textOf: (printed, type) => (type === 'String' ? `to_char(${printed})` : undefined),
  countWhere: (condition) => `count(case when ${condition} then 1 end)`,
  functions: {
    length: (value) => `length(${value})`,
    matches: (value, pattern) => `regexp_like(${value}, ${pattern}, 'c')`,
    abs: (value) => `abs(${value})`,
    lower: (value) => `lower(${value})`,
    trim: (value) => `trim(${value})`,
    collapse_whitespace: (value) =>
      `nvl2(${value}, nvl(trim(regexp_replace(${value}, ${blanks}, ' ')), ${emptyText}), null)`,
    replace_matches: (value, pattern, left) =>
      left === emptyText
        ? `regexp_replace(${value}, ${pattern})`
        : `regexp_replace(${value}, ${pattern}, ${left})`,
    millis_between: (from, to) => millisBetween(from ?? '', to ?? ''),
    luhn_sum: (value) => luhnSum(value ?? ''),
    // It leaves out the zero before a point.
    plain_text: (value) => `regexp_replace(to_char(${value}), '^(-?)[.]', '\\10.')`,
    beginning: (value, count) => `substr(${value}, 1, ${count})`,
    random: () => 'dbms_random.value()',
    spread: (...values) => {
      const hashes = values.map((value, index) => `nvl(ora_hash(${value}, 4294967295, ${index}), ${index})`)
      return `(mod(${hashes.join(' + ')}, 4294967296) / 4294967296)`
    },
  },
  segments: {
    Yearly: (value) => `trunc(${value}, 'YYYY')`,
    Quarterly: (value) => `trunc(${value}, 'Q')`,
    Monthly: (value) => `trunc(${value}, 'MM')`,
    Weekly: (value) => `trunc(${value}, 'IW')`,
    Daily: (value) => `trunc(${value}, 'DD')`,
    Hourly: (value) => `trunc(${value}, 'HH24')`,
  },
  oneRow: 'dual',
  lexicalRules: { ownQuotes: true, placeholder: /:/y },
  forbidden,
  // 1,000 columns and 65,535 parameters are the server's limits.
  limits: { columns: 1000, characters: 1_000_000, parameters: 60_000 },
}

/** Blanks that fill up a char are none of the value's; of one that has nothing else a blank is left, as an empty text would be NULL. */
function columnAs(quoted: string, { type, native_type }: Column): string {
  if (/^N?CHAR\(/.test(native_type)) return `nvl2(${quoted}, nvl(rtrim(${quoted}), ' '), null)`
  if (type === 'Boolean') return truth.asValue(quoted)
  if (native_type.endsWith('WITH TIME ZONE')) return `sys_extract_utc(${quoted})`
  // The zone of the session is UTC.
  return native_type.endsWith('WITH LOCAL TIME ZONE') ? `cast(${quoted} as timestamp(9))` : quoted
}

const blanks = `'[' || chr(9) || chr(10) || chr(11) || chr(12) || chr(13) || ' ]+'`

/** Of a text that may have a T before the time, or of a date or time. */
const moment = (value: string): string =>
  `to_timestamp(translate(to_char(${value}), 'Tt', '  '), ${momentFormat})`

const bound = (digits: number): string => `1${'0'.repeat(digits)}`

function millisBetween(from: string, to: string): string {
  const span = `(cast(${to} as timestamp(9)) - cast(${from} as timestamp(9)))`
  const parts = [
    ['day', 86_400_000],
    ['hour', 3_600_000],
    ['minute', 60_000],
    ['second', 1000],
  ]
  return `(${parts.map(([part, millis]) => `extract(${part} from ${span}) * ${millis}`).join(' + ')})`
}

/** Zeros, which count nothing, stand where a shorter number has no digit. */
function luhnSum(value: string): string {
  const digits = `('${'0'.repeat(19)}' || replace(replace(${value}, ' '), '-'))`
  return luhnTerms((place, order) => `instr('${order}', substr(${digits}, -${place}, 1))`)
}
