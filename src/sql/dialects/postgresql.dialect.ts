import type { Dialect } from '../dialect.ts'

const textual = /^(text|character varying|varchar|character|char|bpchar|citext|name)/i

/** PostgreSQL 14 and newer. */
export const postgresql: Dialect = {
  name: 'postgresql',
  identifierQuote: '"',
  // The cast keeps the server from guessing a parameter's type from its neighbours.
  parameter: (index) => `$${index}::text`,
  castTypes: {
    integral: 'numeric(38, 0)',
    fractional: 'double precision',
    decimal: 'numeric',
    string: 'text',
    boolean: 'boolean',
    date: 'date',
    timestamp: 'timestamp',
  },
  temporalLiteral: ({ type, value }) => `${type} '${String(value)}'`,
  // uuid, enums, inet and the like are String to a rule, so they compare as text.
  columnAs: (quoted, { type, native_type }) =>
    type === 'String' && !textual.test(native_type) ? `${quoted}::text` : quoted,
  // The server calls no aggregate for the rows that a `filter` leaves out, and most rows pass most checks.
  countWhere: (condition) => `count(*) filter (where ${condition})`,
  functions: {
    length: (value) => `length(${value})`,
    matches: (value, pattern) => `(${value} ~ ${pattern})`,
    abs: (value) => `abs(${value})`,
    lower: (value) => `lower(${value})`,
    trim: (value) => `trim(${value})`,
    collapse_whitespace: (value) => `trim(regexp_replace(${value}, '[ \\t\\n\\v\\f\\r]+', ' ', 'g'))`,
    millis_between: (from, to) => `(extract(epoch from (${to})::timestamp - (${from})::timestamp) * 1000)`,
    luhn_sum: (value) =>
      `(select sum(strpos(case when place % 2 = 1 then '0123456789' else '0516273849' end, digit) - 1) from unnest(string_to_array(reverse(regexp_replace(${value}, '[^0-9]', '', 'g')), null)) with ordinality as digits(digit, place))`,
  },
  segments: {
    Yearly: (value) => `date_trunc('year', ${value})`,
    Quarterly: (value) => `date_trunc('quarter', ${value})`,
    Monthly: (value) => `date_trunc('month', ${value})`,
    Weekly: (value) => `date_trunc('week', ${value})`,
    Daily: (value) => `date_trunc('day', ${value})`,
    Hourly: (value) => `date_trunc('hour', ${value})`,
  },
  oneRow: '(select 1) as one_row',
  // 1,664 output columns is the server's limit; 65,535 parameters the protocol's.
  limits: { columns: 1600, characters: 1_000_000, parameters: 30_000 },
}
