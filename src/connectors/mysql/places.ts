import { mostPlaces, type ServerPlaces } from '../connector.ts'
import { namesAsked } from '../shared/names-asked.ts'
import { MysqlClient } from './client.ts'

const databasesSql = `
  select schema_name from information_schema.schemata
  where schema_name not in ('information_schema', 'mysql', 'performance_schema', 'sys')
  order by schema_name limit ${mostPlaces}`

/** The server shows those for which the account has a privilege. */
export const listDatabases: ServerPlaces['databases'] = (connection, bounds) =>
  namesAsked(MysqlClient.open(connection, 'information_schema', bounds), (client) =>
    client.read(databasesSql),
  )
