import { quoteIdentifier } from '../../sql/quoting.ts'
import { mostPlaces, type ServerPlaces } from '../connector.ts'
import { namesAsked } from '../shared/names-asked.ts'
import { SparkClient } from './client.ts'

/** The catalogs that the server has loaded or names in its settings. */
export const listCatalogs: ServerPlaces['databases'] = async (connection, bounds) =>
  first(await namesAsked(SparkClient.open(connection, bounds), (client) => client.read('show catalogs')))

/** The schemas of a catalog that the server shows to the account. */
export const listSchemas: NonNullable<ServerPlaces['schemas']> = async (connection, database, bounds) =>
  first(
    await namesAsked(SparkClient.open(connection, bounds), (client) =>
      client.read(`show schemas in ${quoteIdentifier(database, client.dialect)}`),
    ),
  )

const first = (names: string[]): string[] => names.sort().slice(0, mostPlaces)
