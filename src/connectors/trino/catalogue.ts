import { ServiceError } from '../../kernel/errors.ts'
import type { DiscoveredField } from '../../model/field.ts'
import { quoteIdentifier } from '../../sql/quoting.ts'
import { tablesByName } from '../shared/tables.ts'
import type { Place, TrinoClient } from './client.ts'
import { fieldOf } from './types.ts'

/** Throws ServiceError when the catalog has no such schema for the account. */
export async function requireSchema(client: TrinoClient, { catalog, schema }: Place): Promise<void> {
  const found = await client.statements.read(
    `select 1 from ${quoteIdentifier(catalog, client.dialect)}.information_schema.schemata where schema_name = ?`,
    [schema],
  )
  if (found.rows.length > 0) return
  throw new ServiceError('connection_failed', `The catalog "${catalog}" has no schema "${schema}".`)
}

/** Names and types of the tables and views of a schema, by name. */
export async function tablesIn(
  client: TrinoClient,
  { catalog, schema }: Place,
): Promise<{ name: string; isView: boolean }[]> {
  const { rows } = await client.statements.read(
    `select table_name, table_type from ${quoteIdentifier(catalog, client.dialect)}.information_schema.tables where table_schema = ? order by 1`,
    [schema],
  )
  return rows.map(([name, type]) => ({ name: String(name), isView: type === 'VIEW' }))
}

/** The fields of tables by their names, of all tables (null) or of one. */
export async function fieldsByTable(
  client: TrinoClient,
  { catalog, schema }: Place,
  only: string | null,
): Promise<Map<string, DiscoveredField[]>> {
  const { rows } = await client.statements.read(
    `select table_name, column_name, data_type from ${quoteIdentifier(catalog, client.dialect)}.information_schema.columns
       where table_schema = ? ${only === null ? '' : 'and table_name = ?'} order by table_name, ordinal_position`,
    only === null ? [schema] : [schema, only],
  )
  return tablesByName<DiscoveredField[]>(
    rows,
    () => [],
    (fields, [, column, type]) => void fields.push(fieldOf(String(column), String(type))),
  )
}
