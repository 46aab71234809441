import type { Dialect } from '../dialect.ts'
import { byDateTrunc } from './date-trunc.ts'
import { does, type ForbiddenConstruct } from '../forbidden-constructs.ts'

/** The instance opens no file but the datastore's own; these would show its settings, or hide SQL in a text. */
const forbidden: readonly ForbiddenConstruct[] = [
  {
    // The session bounds these by their plain names.
    pattern: /\. (?:repeat|bitstring|lpad|rpad|range|generate_series|(?:list|array)_resize) \(/,
    does: 'goes around the bound on what one call may make',
    isName: true,
  },
  {
    pattern: /\b(?:read_\w+|parquet_\w+|sniff_csv|glob|scan_arrow\w*|arrow_scan\w*|\w+_scan|which_secret) \(/,
    does: does.readsFiles,
    isName: true,
  },
  {
    pattern: /\b(?:query|query_table|json_execute_serialized_sql|from_substrait\w*) \(/,
    does: does.runsText,
    isName: true,
  },
  {
    pattern: /\b(?:duckdb_\w+|current_setting|getenv|getvariable) \(/,
    does: does.showsServer,
    isName: true,
  },
  {
    // The views of these names show settings and the places of files, too.
    pattern:
      /\bduckdb_(?:settings|secrets|logs\w*|databases|temporary_files|memory|extensions)\b|\bpragma_\w+\b|\bpg_settings\b/,
    does: does.showsServer,
    isName: true,
  },
  { pattern: /\b(?:nextval|setval) \(/, does: does.advances, isName: true },
  { pattern: /\bsleep\w* \(/, does: does.keepsWaiting, isName: true },
  {
    pattern:
      /\b(?:force_)?checkpoint \(|\b(?:enable|disable|set)_\w+ \(|\bwrite_log \(|\btruncate_duckdb_logs \(/,
    does: 'changes the engine',
    isName: true,
  },
]

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
  decimal: (operand, { precision, scale }) => `try_cast(${operand()} as decimal(${precision}, ${scale}))`,
  temporalLiteral: ({ type, value }) => `${type} '${String(value)}'`,
  columnAs(quoted, { type, native_type }) {
    // JSON, UUID, ENUM and the like are String to a rule, so they compare as text.
    if (type === 'String' && !/^(varchar|text)/i.test(native_type)) return `cast(${quoted} as varchar)`
    // As a double, 1.1 in 32 bits would be another number than 1.1; its text is not.
    return native_type === 'FLOAT' ? `cast(cast(${quoted} as varchar) as double)` : quoted
  },
  keepsNull: true,
  widest: {
    digits: 38,
    // What has no room is far beyond where a floating number loses a whole one.
    difference: (left, right) =>
      `coalesce(try(${left} - ${right}), cast(${left} as double) - cast(${right} as double))`,
  },
  // Unlike `in`, a function is computed once for each entry of a dictionary, and needs no join where it is negated.
  inList: (printed, list, { type, native_type }) =>
    type === 'String' || /^(?:U?(?:TINY|SMALL|BIG)INT|U?INTEGER|HUGEINT)$/.test(native_type)
      ? `list_contains([${list}], ${printed})`
      : undefined,
  csv: {
    exact:
      /^(?:BOOLEAN|TINYINT|SMALLINT|INTEGER|BIGINT|UTINYINT|USMALLINT|UINTEGER|DECIMAL\(\d+,\s*\d+\)|DOUBLE|VARCHAR|DATE|TIMESTAMP)$/,
    asText: (printed) => `cast(${printed} as varchar)`,
    // Once over all texts, where the operator copies what is there for each of them.
    line: (values) => `concat_ws(',', ${values.join(', ')})`,
  },
  functions: {
    length: (value) => `length(${value})`,
    matches: (value, pattern) => `regexp_matches(${value}, ${pattern})`,
    abs: (value) => `abs(${value})`,
    lower: (value) => `lower(${value})`,
    // Without its second argument it also takes the blanks of other scripts.
    trim: (value) => `trim(${value}, ' ')`,
    collapse_whitespace: (value) => `trim(regexp_replace(${value}, '[ \\t\\n\\v\\f\\r]+', ' ', 'g'), ' ')`,
    replace_matches: (value, pattern, left) => `regexp_replace(${value}, ${pattern}, ${left}, 'g')`,
    millis_between: (from, to) =>
      `((epoch_us(cast(${to} as timestamp)) - epoch_us(cast(${from} as timestamp))) / 1000)`,
    luhn_sum: (value) =>
      `list_sum(list_transform(regexp_extract_all(reverse(${value}), '[0-9]'), lambda digit, place: strpos(case when place % 2 = 1 then '0123456789' else '0516273849' end, digit) - 1))`,
    plain_text: (value) => `cast(${value} as varchar)`,
    beginning: (value, count) => `left(${value}, ${count})`,
    random: () => 'random()',
    spread: (...values) => `((hash(${values.join(', ')}) >> 11) / 9007199254740992.0)`,
  },
  streamsWindows: true,
  // Fewer keep their values in memory.
  groupsBySpread: 2_000_000,
  sketches: {
    distinct: (value) => `approx_count_distinct(${value})`,
    quantiles: (value, shares) => `cast(approx_quantile(${value}, [${shares.join(', ')}]) as varchar)`,
    one_in: (value, [count = 1]) => `(hash(${value}) % ${count} = 0)`,
  },
  segments: byDateTrunc,
  oneRow: '(select 1) as one_row',
  lexicalRules: {
    nestedComments: true,
    dollarQuotes: true,
    escapeTexts: true,
    placeholder: /\?|\$[A-Za-z0-9_\u0080-\uffff]/y,
  },
  forbidden,
  // It reads columns, so that a further statement costs little, and plans one in a time that grows with the square of its fields.
  limits: { columns: 1000, characters: 1_000_000, parameters: 30_000, distributions: 50 },
}
