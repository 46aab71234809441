import type { Dialect } from '../dialect.ts'

/** SQLite 3.45 and newer, with the function `assay_matches(text, pattern)` that the connector registers: SQLite has no regular expressions. */
export const sqlite: Dialect = {
  name: 'sqlite',
  identifierQuote: '"',
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
    if (type === 'timestamp') return `strftime('%Y-%m-%d %H:%M:%f', ${printed})`
    return undefined
  },
  temporalLiteral: ({ value }) => `'${String(value)}'`,
  // Times are stored as text (or numbers) in any shape that SQLite reads; comparing needs one shape.
  columnAs: (quoted, { type }) => {
    if (type === 'Date') return `date(${quoted})`
    if (type === 'Timestamp') return `strftime('%Y-%m-%d %H:%M:%f', ${quoted})`
    return quoted
  },
  functions: {
    length: (value) => `length(${value})`,
    matches: (value, pattern) => `assay_matches(${value}, ${pattern})`,
    abs: (value) => `abs(${value})`,
    lower: (value) => `lower(${value})`,
    trim: (value) => `trim(${value})`,
    collapse_whitespace: (value) => `assay_collapse_whitespace(${value})`,
    millis_between: (from, to) => `round((julianday(${to}) - julianday(${from})) * 86400000)`,
  },
  oneRow: '(select 1) as one_row',
  // 2,000 result columns and 32,766 parameters are SQLite's own defaults.
  limits: { columns: 1900, characters: 900_000, parameters: 30_000 },
}

export default sqlite
