import { mostPlaces, type ConnectionValues, type ServerPlaces, type SessionBounds } from '../connector.ts'
import { SqlserverClient } from './client.ts'

const databasesSql = `select top (${mostPlaces}) name from sys.databases
  where state = 0 and has_dbaccess(name) = 1 and name not in ('master', 'model', 'msdb', 'tempdb') order by name`

/** Without the server's own and those of its fixed roles, which have the ids from 16384 on. */
const schemasSql = `select top (${mostPlaces}) name from sys.schemas
  where schema_id < 16384 and name not in ('sys', 'INFORMATION_SCHEMA', 'guest')`

/** Those that the account may enter. */
export const listDatabases: ServerPlaces['databases'] = (connection, bounds) =>
  named(connection, null, bounds, databasesSql)

/** Those of which the account sees anything. */
export const listSchemas: NonNullable<ServerPlaces['schemas']> = (connection, database, bounds) =>
  named(connection, database, bounds, `${schemasSql} order by name`)

/** True when the account sees a schema of this name. */
export async function isSchemaThere(client: SqlserverClient, name: string): Promise<boolean> {
  return (await client.read(`${schemasSql} and name = @p1`, [name])).rows.length > 0
}

async function named(
  connection: ConnectionValues,
  database: string | null,
  bounds: SessionBounds,
  sql: string,
): Promise<string[]> {
  const client = await SqlserverClient.open(connection, database, bounds)
  try {
    return (await client.read(sql)).rows.map(([name]) => String(name))
  } finally {
    await client.close()
  }
}
