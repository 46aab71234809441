import type { Dialect } from '../dialect.ts'
import { byDateTrunc } from './date-trunc.ts'
import { does, type ForbiddenConstruct } from '../forbidden-constructs.ts'

/** Text types that need no cast. A citext would not see letter case, a char(n) is padded for patterns only, others have operators of their own or none. */
const textual = /^(?:text|character varying(?:\(\d+\))?|name)$/

/** Other types of the server itself, with one text for each value. */
const castable = /^(?:character\b.*|citext|"char"|jsonb?|xml|uuid|macaddr8?|cidr)$/

/** The few `pg_...` functions that only compute; every other one is the server's own business. */
const computing = 'typeof|column_size|size_pretty|size_bytes|input_is_valid|collation_for'

/** The session of a superuser has given up its rights, but `set_config` could take them back. */
const forbidden: readonly ForbiddenConstruct[] = [
  {
    pattern: /\b(?:set_config|current_setting) \(/,
    does: 'reads or changes settings of the server',
    isName: true,
  },
  { pattern: /\b(?:pg_sleep\w*) \(/, does: does.keepsWaiting, isName: true },
  { pattern: /\bpg_(?:try_)?advisory\w* \(/, does: does.takesLocks, isName: true },
  {
    pattern: new RegExp(`\\bpg_(?!(?:${computing}) \\()\\w+ \\(`),
    does: "is the server's own business",
    isName: true,
  },
  {
    pattern: /\b(?:lo_\w+|loread|lowrite) \(/,
    does: 'reads or writes large objects and files',
    isName: true,
  },
  { pattern: /\bdblink\w* \(/, does: 'connects to other databases', isName: true },
  {
    pattern:
      /\b(?:(?:query|cursor|table|schema|database)_to_xml\w*|ts_stat|ts_rewrite|crosstab\w*|connectby|xpath_table) \(/,
    does: does.runsText,
    isName: true,
  },
  { pattern: /\b(?:nextval|setval) \(/, does: does.advances, isName: true },
  {
    pattern:
      /\b(?:brin_\w+|gin_clean_\w+|binary_upgrade_\w+|txid_\w+|inet_(?:server|client)_\w+|get_raw_page|current_query) \(/,
    does: does.showsServer,
    isName: true,
  },
  {
    pattern:
      /\bpg_(?:authid|shadow|user_mappings?|largeobject\w*|settings|file_settings|hba_file_rules|ident_file_mappings|config|stat_\w+|statistic\w*|stats\w*|subscription|foreign_server|prepared_statements|cursors|backend_memory_contexts|shmem_allocations)\b/,
    does: does.showsServer,
    isName: true,
  },
  { pattern: /\bfor (?:no key )?(?:update|share|key share)\b/, does: 'locks the rows that it reads' },
]

/** PostgreSQL 14 and newer. */
export const postgresql: Dialect = {
  name: 'postgresql',
  identifierQuote: '"',
  // The cast keeps the server from guessing a parameter's type from its neighbours.
  parameter: (index) => `$${index}::text`,
  castTypes: {
    integral: 'numeric(1000, 0)',
    fractional: 'double precision',
    decimal: 'numeric',
    string: 'text',
    boolean: 'boolean',
    date: 'date',
    timestamp: 'timestamp',
  },
  decimal(operand, { precision, scale }) {
    const rounded = () => `round(cast(${operand()} as numeric), ${scale})`
    return `case when abs(${rounded()}) < 1e${precision - scale}::numeric then ${rounded()} end`
  },
  temporalLiteral: ({ type, value }) => `${type} '${String(value)}'`,
  columnAs(quoted, { type, native_type }) {
    // As text, every inet has the length of its network; people see it for networks only.
    if (native_type === 'inet') return `(abbrev(${quoted}) collate "default")`
    // The default collation is one that tells all texts apart; a column may have another.
    if (type === 'String') {
      if (textual.test(native_type)) return `(${quoted} collate "default")`
      if (castable.test(native_type)) return `(${quoted}::text collate "default")`
      // The name of a domain does not tell what is under it. Its text is what people see, but for the blanks that fill a
      // char(n); a cast has none of those, but has the length of the network in every inet: the shorter one is right.
      return `(case when length(concat(${quoted})) < length(${quoted}::text) then concat(${quoted}) else ${quoted}::text end collate "default")`
    }
    // As a double, 1.1 in 32 bits would be another number than 1.1; its text is not.
    if (native_type === 'real') return `${quoted}::text::float8`
    // An oid has no arithmetic.
    return native_type === 'oid' ? `${quoted}::int8` : quoted
  },
  // The server calls no aggregate for the rows that a `filter` leaves out, and most rows pass most checks.
  countWhere: (condition) => `count(*) filter (where ${condition})`,
  csv: {
    exact:
      /^(?:boolean|smallint|integer|bigint|numeric(?:\(\d+,\d+\))?|double precision|text|character varying(?:\(\d+\))?|date|timestamp(?:\(\d\))? with(?:out)? time zone)$/,
    asText: (printed) => `cast(${printed} as text)`,
    // Its functions take a hundred values at most.
    line: (values) => values.join(` || ',' || `),
  },
  functions: {
    length: (value) => `length(${value})`,
    matches: (value, pattern) => `(${value} ~ ${pattern})`,
    abs: (value) => `abs(${value})`,
    lower: (value) => `lower(${value})`,
    trim: (value) => `trim(${value})`,
    collapse_whitespace: (value) => `trim(regexp_replace(${value}, '[ \\t\\n\\v\\f\\r]+', ' ', 'g'))`,
    replace_matches: (value, pattern, left) => `regexp_replace(${value}, ${pattern}, ${left}, 'g')`,
    millis_between: (from, to) => `(extract(epoch from (${to})::timestamp - (${from})::timestamp) * 1000)`,
    luhn_sum: (value) =>
      `(select sum(strpos(case when place % 2 = 1 then '0123456789' else '0516273849' end, digit) - 1) from unnest(string_to_array(reverse(regexp_replace(${value}, '[^0-9]', '', 'g')), null)) with ordinality as digits(digit, place))`,
    plain_text: (value) => `(${value})::text`,
    beginning: (value, count) => `left(${value}, ${count})`,
    random: () => 'random()',
    spread: (...values) =>
      `((hashtext(concat_ws('|', ${values.join(', ')}))::float8 + 2147483648) / 4294967296)`,
  },
  segments: byDateTrunc,
  // A value that may change from row to row keeps a select apart, and this one is the cheapest; `offset 0` would end parallel plans.
  apart: { item: 'pg_is_in_recovery() as assay_apart' },
  oneRow: '(select 1) as one_row',
  lexicalRules: {
    nestedComments: true,
    dollarQuotes: true,
    escapeTexts: true,
    escapedNames: true,
    dottedCalls: true,
    placeholder: /\$[0-9]/y,
  },
  forbidden,
  // 1,664 output columns is the server's limit; 65,535 parameters the protocol's.
  limits: { columns: 1600, characters: 1_000_000, parameters: 30_000 },
}
