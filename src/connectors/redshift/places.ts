import { PostgresqlClient } from '../postgresql/client.ts'
import { mostPlaces, type ServerPlaces } from '../connector.ts'
import { namesAsked } from '../shared/names-asked.ts'
import { redshiftKind } from './kind.ts'

const databasesSql = `
  select datname from pg_database
  where datallowconn and not datistemplate and datname not in ('padb_harvest', 'awsdatacatalog')
  order by datname limit ${mostPlaces}`

/** Schemas of external catalogues are among them, which `pg_namespace` has as others. */
const schemasSql = `
  select nspname from pg_namespace
  where nspname not like 'pg!_%' escape '!' and nspname <> 'information_schema' and has_schema_privilege(nspname, 'usage')`

/** Those of the cluster; the account may not be let into each of them. */
export const listDatabases: ServerPlaces['databases'] = (connection, bounds) =>
  namesAsked(PostgresqlClient.open(connection, null, bounds, { kind: redshiftKind }), (client) =>
    client.read(databasesSql),
  )

/** Asks the database itself, as it tells the schemas of no other. */
export const listSchemas: NonNullable<ServerPlaces['schemas']> = (connection, database, bounds) =>
  namesAsked(PostgresqlClient.open(connection, database, bounds, { kind: redshiftKind }), (client) =>
    client.read(`${schemasSql} order by nspname limit ${mostPlaces}`),
  )

/** True when the account may use a schema of this name. */
export async function isSchemaThere(client: PostgresqlClient, name: string): Promise<boolean> {
  return (await client.read(`${schemasSql} and nspname = $1`, [name])).rows.length > 0
}
