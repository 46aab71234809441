import type { DeclaredType } from '../shared/declared-files.ts'

/** The first that matches counts. */
const declared: [pattern: RegExp, type: string][] = [
  [/^BOOLEAN$/, 'boolean'],
  [/^TINYINT$/, 'tinyint'],
  [/^(?:SMALLINT|UTINYINT)$/, 'smallint'],
  [/^(?:INTEGER|USMALLINT)$/, 'int'],
  [/^(?:BIGINT|UINTEGER)$/, 'bigint'],
  [/^UBIGINT$/, 'decimal(20, 0)'],
  [/^FLOAT$/, 'float'],
  [/^DOUBLE$/, 'double'],
  [/^VARCHAR$/, 'string'],
  [/^BLOB$/, 'binary'],
  [/^DATE$/, 'date'],
  [/^TIMESTAMP$/, 'timestamp_ntz'],
  [/^TIMESTAMP WITH TIME ZONE$/, 'timestamp'],
]

/** The type in which a column of a Parquet file is read, by the type that DuckDB gives it; null where the server has none that holds the same values. */
export function declaredType(native: string): DeclaredType | null {
  const [, digits = '0', scale = '0'] = /^DECIMAL\((\d+),\s*(\d+)\)$/.exec(native) ?? []
  if (Number(digits) > 38) return null
  const type =
    Number(digits) > 0
      ? `decimal(${digits}, ${scale})`
      : declared.find(([pattern]) => pattern.test(native))?.[1]
  return type === undefined ? null : { type, shown: type }
}
