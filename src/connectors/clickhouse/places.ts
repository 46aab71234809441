import { mostPlaces, type ServerPlaces } from '../connector.ts'
import { namesAsked } from '../shared/names-asked.ts'
import { ClickhouseClient } from './client.ts'

const databasesSql = `
  select name from system.databases
  where name not in ('system', 'information_schema', 'INFORMATION_SCHEMA') order by name limit ${mostPlaces}`

/** The server shows those for which the account has a privilege. */
export const listDatabases: ServerPlaces['databases'] = (connection, bounds) =>
  namesAsked(ClickhouseClient.open(connection, null, bounds), ({ statements }) =>
    statements.read(databasesSql),
  )
