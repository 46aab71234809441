import type { Dialect } from '../sql/dialect.ts'
import { duckdb } from '../sql/dialects/duckdb.dialect.ts'
import dialects from '../sql/dialects/index.generated.ts'

/** The dialect in which sources of a connection type are asked; files of every kind are read by DuckDB. */
export function dialectOf(connectionType: string): Dialect {
  return dialects.find(({ name }) => name === connectionType) ?? duckdb
}
