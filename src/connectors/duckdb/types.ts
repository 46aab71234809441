import type { FieldType } from '../../model/field.ts'

const fieldTypes: [pattern: RegExp, type: FieldType][] = [
  [/\[\d*\]$/, 'Array'],
  [/^(?:TINYINT|SMALLINT|INTEGER|BIGINT|HUGEINT|U\w*INT\w*|BIGNUM)$/, 'Integral'],
  [/^DECIMAL\(\d+,\s*0\)$/, 'Integral'],
  [/^(?:DECIMAL|FLOAT|DOUBLE)/, 'Fractional'],
  [/^(?:VARCHAR|JSON|UUID|ENUM)/, 'String'],
  [/^BOOLEAN/, 'Boolean'],
  [/^DATE/, 'Date'],
  [/^TIMESTAMP/, 'Timestamp'],
  [/^STRUCT/, 'Struct'],
  [/^MAP/, 'MapType'],
]

/** The field type of a DuckDB type, from the type's name as `describe` shows it. */
export function duckdbFieldType(native: string): FieldType {
  if (isWideDecimal(native)) return 'Unknown'
  return fieldTypes.find(([pattern]) => pattern.test(native))?.[1] ?? 'Unknown'
}

/** True when a decimal has more than 38 digits, which DuckDB's own cannot have. */
export function isWideDecimal(native: string): boolean {
  const [, digits = '0'] = /^DECIMAL\((\d+),/.exec(native) ?? []
  return Number(digits) > 38
}

/** A text constant of DuckDB; it has no backslash escapes. */
export function duckdbText(value: string): string {
  return `'${value.replaceAll("'", "''")}'`
}

/**
 * The number of rows that meet a condition. By case, as DuckDB reserves room for the arguments of all aggregates for each
 * that has a filter: those of a text of a thousand columns would take all its address space.
 */
export function duckdbCount(condition: string): string {
  return `count(case when ${condition} then 1 end)`
}

/** A quoted name of DuckDB. */
export function duckdbName(name: string): string {
  return `"${name.replaceAll('"', '""')}"`
}
