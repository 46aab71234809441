import { mostPlaces, type ServerPlaces } from '../connector.ts'
import { namesAsked } from '../shared/names-asked.ts'
import { SqlserverClient } from './client.ts'

const databasesSql = `select top (${mostPlaces}) name from sys.databases
  where state = 0 and has_dbaccess(name) = 1 and name not in ('master', 'model', 'msdb', 'tempdb') order by name`

/** Without the server's own and those of its fixed roles, which have the ids from 16384 on. */
const schemasSql = `select top (${mostPlaces}) name from sys.schemas
  where schema_id < 16384 and name not in ('sys', 'INFORMATION_SCHEMA', 'guest')`

/** Those that the account may enter. */
export const listDatabases: ServerPlaces['databases'] = (connection, bounds) =>
  namesAsked(SqlserverClient.open(connection, null, bounds), (client) => client.read(databasesSql))

/** Those of which the account sees anything. */
export const listSchemas: NonNullable<ServerPlaces['schemas']> = (connection, database, bounds) =>
  namesAsked(SqlserverClient.open(connection, database, bounds), (client) =>
    client.read(`${schemasSql} order by name`),
  )

/** True when the account sees a schema of this name. */
export async function isSchemaThere(client: SqlserverClient, name: string): Promise<boolean> {
  return (await client.read(`${schemasSql} and name = @p1`, [name])).rows.length > 0
}
