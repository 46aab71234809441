import type { DiscoveredField } from '../../model/field.ts'
import type { Statement } from '../../sql/print.ts'
import type { Rows } from '../connector.ts'
import { duckdbFieldType } from './types.ts'

/** The fields of a person's query as DuckDB plans it; the query is not run. */
export async function describedFields(
  query: (statement: Statement) => Promise<Rows>,
  statement: Statement,
): Promise<DiscoveredField[]> {
  const { columns: _columns, ...asked } = statement
  const { rows } = await query({ ...asked, sql: `from (describe ${statement.sql})` })
  return rows.map(([name, type]) => ({
    name: String(name),
    type: duckdbFieldType(String(type)),
    native_type: String(type),
    nullable: true,
  }))
}
