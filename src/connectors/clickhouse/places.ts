import { mostPlaces, type ServerPlaces } from '../connector.ts'
import { ClickhouseClient } from './client.ts'

const databasesSql = `
  select name from system.databases
  where name not in ('system', 'information_schema', 'INFORMATION_SCHEMA') order by name limit ${mostPlaces}`

/** The server shows those for which the account has a privilege. */
export const listDatabases: ServerPlaces['databases'] = async (connection, bounds) => {
  const client = await ClickhouseClient.open(connection, null, bounds)
  try {
    return (await client.statements.read(databasesSql)).rows.map(([name]) => String(name))
  } finally {
    client.close()
  }
}
