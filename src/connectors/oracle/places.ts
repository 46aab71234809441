import { mostPlaces, type ServerPlaces } from '../connector.ts'
import { namesAsked } from '../shared/names-asked.ts'
import { writtenName } from '../shared/written-name.ts'
import { OracleClient } from './client.ts'

/** Without those that come with the server. */
const schemasSql = `select u.username from all_users u where u.oracle_maintained = 'N'
  and exists (select 1 from all_objects o where o.owner = u.username and o.object_type in ('TABLE', 'VIEW'))`

/** The schemas in which the account may read anything. */
export const listSchemas: NonNullable<ServerPlaces['schemas']> = async (connection, service, bounds) => {
  const names = await namesAsked(OracleClient.open(connection, service, bounds), (client) =>
    client.read(`${schemasSql} order by 1 fetch first ${mostPlaces} rows only`),
  )
  return names.map((name) => writtenName(name))
}

/** True when there is a schema of this name, which the server lets every account know. */
export async function isSchemaThere(client: OracleClient, name: string): Promise<boolean> {
  return (await client.read('select 1 as "N" from all_users where username = :p1', [name])).rows.length > 0
}
