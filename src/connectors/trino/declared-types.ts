import type { DeclaredType } from '../shared/declared-files.ts'

/** The first that matches counts. */
const declared: [pattern: RegExp, type: string][] = [
  [/^BOOLEAN$/, 'boolean'],
  [/^TINYINT$/, 'tinyint'],
  [/^(?:SMALLINT|UTINYINT)$/, 'smallint'],
  [/^(?:INTEGER|USMALLINT)$/, 'integer'],
  [/^BIGINT$/, 'bigint'],
  [/^FLOAT$/, 'real'],
  [/^DOUBLE$/, 'double'],
  [/^VARCHAR$/, 'varchar'],
  [/^BLOB$/, 'varbinary'],
  [/^DATE$/, 'date'],
  // Hive has no type with a zone.
  [/^TIMESTAMP(?: WITH TIME ZONE)?$/, 'timestamp(6)'],
]

/**
 * The type in which a column of a Parquet file is declared to the server, by the type that DuckDB gives it; null where the server would read other
 * values (unsigned whole numbers of 32 and 64 bits) or has no such type in its catalogs of files.
 */
export function declaredType(native: string): DeclaredType | null {
  const type = typeOf(native)
  return type === null ? null : { type, shown: holdsInstants(native) ? `${type} with time zone` : type }
}

function typeOf(native: string): string | null {
  const [, digits = '0', scale = '0'] = /^DECIMAL\((\d+),\s*(\d+)\)$/.exec(native) ?? []
  if (Number(digits) > 0) return Number(digits) > 38 ? null : `decimal(${digits},${scale})`
  return declared.find(([pattern]) => pattern.test(native))?.[1] ?? null
}

/** True for a column of instants, which a catalog shows in a zone of its own. */
export const holdsInstants = (native: string): boolean => native === 'TIMESTAMP WITH TIME ZONE'
