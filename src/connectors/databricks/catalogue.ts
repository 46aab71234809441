import { ServiceError } from '../../kernel/errors.ts'
import { quoteIdentifier } from '../../sql/quoting.ts'
import type { CatalogueTable } from '../shared/table-session.ts'
import { tablesByName } from '../shared/tables.ts'
import type { DatabricksClient, Place } from './client.ts'
import { fieldAs } from './types.ts'

/** A table as the information schema of its catalog lists it. */
export interface UnityTable extends CatalogueTable {
  /** Whether it is one of Delta, which keeps its versions. */
  isDelta: boolean
}

/** Every table and view of the schema, or the one of a name, with the fields that the account may see. */
export async function tablesIn(
  { statements, dialect }: DatabricksClient,
  { catalog, schema }: Place,
  name: string | null,
): Promise<UnityTable[]> {
  const from = `${quoteIdentifier(catalog, dialect)}.information_schema`
  const { rows } = await statements.read(
    `select t.table_name, t.table_type, t.data_source_format, c.column_name, c.full_data_type, c.is_nullable
     from ${from}.tables as t left join ${from}.columns as c
     on c.table_schema = t.table_schema and c.table_name = t.table_name
     where t.table_schema = :p1${name === null ? '' : ' and t.table_name = :p2'}
     order by t.table_name, c.ordinal_position`,
    name === null ? [schema] : [schema, name],
  )
  const tables = tablesByName<UnityTable>(
    rows,
    (table, [, type, format]) => ({
      name: table,
      isView: String(type).includes('VIEW'),
      isDelta: /^(?:MANAGED|EXTERNAL)$/.test(String(type)) && format === 'DELTA',
      fields: [],
    }),
    ({ fields }, [, , , column, type, nullable]) => {
      if (column !== null) fields.push(fieldAs(String(column), String(type), nullable !== 'NO'))
    },
  )
  return [...tables.values()]
}

/** Throws ServiceError `connection_failed` when the catalog has no such schema for the account. */
export async function requireSchema(
  { statements, dialect }: DatabricksClient,
  { catalog, schema }: Place,
): Promise<void> {
  const found = await statements.read(
    `select 1 from ${quoteIdentifier(catalog, dialect)}.information_schema.schemata where schema_name = :p1`,
    [schema],
  )
  if (found.rows.length > 0) return
  throw new ServiceError(
    'connection_failed',
    `The catalog "${catalog}" has no schema "${schema}" that the account may use. Correct schema, or grant USE SCHEMA on it.`,
  )
}
