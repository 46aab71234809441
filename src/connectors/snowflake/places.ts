import { quoteIdentifier } from '../../sql/quoting.ts'
import { foldedName } from '../../kernel/folded-name.ts'
import { mostPlaces, type ConnectionValues, type ServerPlaces, type SessionBounds } from '../connector.ts'
import { withClient } from '../shared/names-asked.ts'
import { SnowflakeClient } from './client.ts'
import { writtenName } from '../shared/written-name.ts'

/** The databases that the role may use. */
export const listDatabases: ServerPlaces['databases'] = (connection, bounds) =>
  shown(connection, bounds, () => 'show terse databases', ['SNOWFLAKE'])

/** The schemas of a database that the role may use. */
export const listSchemas: NonNullable<ServerPlaces['schemas']> = (connection, database, bounds) =>
  shown(
    connection,
    bounds,
    ({ dialect }) => `show terse schemas in database ${quoteIdentifier(foldedName(database), dialect)}`,
    ['INFORMATION_SCHEMA'],
  )

/** Without those that are Snowflake's own. */
const shown = (
  connection: ConnectionValues,
  bounds: SessionBounds,
  sql: (client: SnowflakeClient) => string,
  own: readonly string[],
): Promise<string[]> =>
  withClient(SnowflakeClient.open(connection, null, bounds), async (client) => {
    const { columns, rows } = await client.statements.read(`${sql(client)} limit ${mostPlaces}`)
    const at = columns.findIndex(({ name }) => name === 'name')
    return rows
      .map((row) => String(row[at]))
      .filter((name) => !own.includes(name))
      .map((name) => writtenName(name))
      .sort()
  })
