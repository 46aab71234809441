import { quoteIdentifier } from '../../sql/print.ts'
import { mostPlaces, type ConnectionValues, type ServerPlaces, type SessionBounds } from '../connector.ts'
import { SparkClient } from './client.ts'

/** The catalogs that the server has loaded or names in its settings. */
export const listCatalogs: ServerPlaces['databases'] = (connection, bounds) =>
  names(connection, bounds, () => 'show catalogs')

/** The schemas of a catalog that the server shows to the account. */
export const listSchemas: NonNullable<ServerPlaces['schemas']> = (connection, database, bounds) =>
  names(connection, bounds, ({ dialect }) => `show schemas in ${quoteIdentifier(database, dialect)}`)

async function names(
  connection: ConnectionValues,
  bounds: SessionBounds,
  sql: (client: SparkClient) => string,
): Promise<string[]> {
  const client = await SparkClient.open(connection, bounds)
  try {
    const { rows } = await client.read(sql(client))
    return rows
      .map(([name]) => String(name))
      .sort()
      .slice(0, mostPlaces)
  } finally {
    await client.close()
  }
}
