import { mostPlaces, type ServerPlaces } from '../connector.ts'
import { namesAsked } from '../shared/names-asked.ts'
import { PostgresqlClient } from './client.ts'

const databasesSql = `
  select datname from pg_catalog.pg_database
  where datallowconn and not datistemplate and has_database_privilege(oid, 'connect')
  order by datname limit ${mostPlaces}`

const schemasSql = `
  select nspname from pg_catalog.pg_namespace
  where nspname !~ '^pg_' and nspname <> 'information_schema' and has_schema_privilege(oid, 'usage')
  order by nspname limit ${mostPlaces}`

/** Asks the database that every server is made with. */
export const listDatabases: ServerPlaces['databases'] = (connection, bounds) =>
  namesAsked(PostgresqlClient.open(connection, null, bounds), (client) => client.read(databasesSql))

/** Asks the database itself, because a server tells the schemas of no other. */
export const listSchemas: NonNullable<ServerPlaces['schemas']> = (connection, database, bounds) =>
  namesAsked(PostgresqlClient.open(connection, database, bounds), (client) => client.read(schemasSql))
