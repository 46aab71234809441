import type { Dialect } from '../dialect.ts'

/** DuckDB 1.5: files of every format and `duckdb` databases. */
export const duckdb: Dialect = {
  name: 'duckdb',
  identifierQuote: '"',
  parameter: (index) => `$${index}`,
  castTypes: {
    integral: 'hugeint',
    fractional: 'double',
    decimal: 'decimal(38, 9)',
    string: 'varchar',
    boolean: 'boolean',
    date: 'date',
    timestamp: 'timestamp',
  },
  temporalLiteral: ({ type, value }) => `${type} '${String(value)}'`,
  // JSON, UUID, ENUM and the like are String to a rule, so they compare as text.
  columnAs: (quoted, { type, native_type }) =>
    type === 'String' && !/^(varchar|text)/i.test(native_type) ? `cast(${quoted} as varchar)` : quoted,
  functions: {
    length: (value) => `length(${value})`,
    matches: (value, pattern) => `regexp_matches(${value}, ${pattern})`,
    abs: (value) => `abs(${value})`,
    lower: (value) => `lower(${value})`,
    // Without its second argument it also takes the blanks of other scripts.
    trim: (value) => `trim(${value}, ' ')`,
    collapse_whitespace: (value) => `trim(regexp_replace(${value}, '[ \\t\\n\\v\\f\\r]+', ' ', 'g'), ' ')`,
    millis_between: (from, to) =>
      `(epoch_ms(cast(${to} as timestamp)) - epoch_ms(cast(${from} as timestamp)))`,
    luhn_sum: (value) =>
      `list_sum(list_transform(regexp_extract_all(reverse(${value}), '[0-9]'), lambda digit, place: strpos(case when place % 2 = 1 then '0123456789' else '0516273849' end, digit) - 1))`,
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
  limits: { columns: 1000, characters: 1_000_000, parameters: 30_000 },
}
