import { quoteIdentifier } from '../../sql/quoting.ts'
import { mostPlaces, type ConnectionValues, type ServerPlaces, type SessionBounds } from '../connector.ts'
import { namesAsked } from '../shared/names-asked.ts'
import type { DatabricksClient } from './client.ts'
import { connectToDatabricks } from './connection.ts'

/** Catalogs of the service itself, and the one that is no part of Unity Catalog. */
const ownCatalogs = ['system', 'samples', '__databricks_internal', 'hive_metastore']

/** The catalogs that the account may use. */
export const listCatalogs: ServerPlaces['databases'] = (connection, bounds) =>
  names(connection, bounds, () => 'show catalogs', ownCatalogs)

/** The schemas of a catalog that the account may see. */
export const listSchemas: NonNullable<ServerPlaces['schemas']> = (connection, database, bounds) =>
  names(connection, bounds, ({ dialect }) => `show schemas in ${quoteIdentifier(database, dialect)}`, [
    'information_schema',
  ])

async function names(
  connection: ConnectionValues,
  bounds: SessionBounds,
  sql: (client: DatabricksClient) => string,
  own: readonly string[],
): Promise<string[]> {
  const all = await namesAsked(connectToDatabricks(connection, null, bounds), (client) =>
    client.statements.read(sql(client)),
  )
  return all
    .filter((name) => !own.includes(name))
    .sort()
    .slice(0, mostPlaces)
}
