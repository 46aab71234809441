import { quoteIdentifier } from '../../sql/print.ts'
import { mostPlaces, type ConnectionValues, type ServerPlaces, type SessionBounds } from '../connector.ts'
import { TrinoClient } from './client.ts'

/** The catalogs that the server shows to the account. */
export const listCatalogs: ServerPlaces['databases'] = (connection, bounds) =>
  names(
    connection,
    bounds,
    () =>
      `select catalog_name from system.metadata.catalogs where catalog_name <> 'system' order by 1 limit ${mostPlaces}`,
  )

/** The schemas of a catalog that the server shows to the account. */
export const listSchemas: NonNullable<ServerPlaces['schemas']> = (connection, database, bounds) =>
  names(
    connection,
    bounds,
    ({ dialect }) =>
      `select schema_name from ${quoteIdentifier(database, dialect)}.information_schema.schemata where schema_name <> 'information_schema' order by 1 limit ${mostPlaces}`,
  )

async function names(
  connection: ConnectionValues,
  bounds: SessionBounds,
  sql: (client: TrinoClient) => string,
): Promise<string[]> {
  const client = await TrinoClient.open(connection, null, bounds)
  try {
    return (await client.statements.read(sql(client))).rows.map(([name]) => String(name))
  } finally {
    client.close()
  }
}
