import { quoteIdentifier } from '../../sql/quoting.ts'
import { mostPlaces, type ServerPlaces } from '../connector.ts'
import { namesAsked } from '../shared/names-asked.ts'
import { TrinoClient } from './client.ts'

const catalogsSql = `
  select catalog_name from system.metadata.catalogs where catalog_name <> 'system' order by 1 limit ${mostPlaces}`

/** The catalogs that the server shows to the account. */
export const listCatalogs: ServerPlaces['databases'] = (connection, bounds) =>
  namesAsked(TrinoClient.open(connection, null, bounds), ({ statements }) => statements.read(catalogsSql))

/** The schemas of a catalog that the server shows to the account. */
export const listSchemas: NonNullable<ServerPlaces['schemas']> = (connection, database, bounds) =>
  namesAsked(TrinoClient.open(connection, null, bounds), ({ statements, dialect }) =>
    statements.read(
      `select schema_name from ${quoteIdentifier(database, dialect)}.information_schema.schemata where schema_name <> 'information_schema' order by 1 limit ${mostPlaces}`,
    ),
  )
