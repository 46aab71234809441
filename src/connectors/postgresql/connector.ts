import { ServiceError } from '../../kernel/errors.ts'
import { usualSchemas } from '../../model/usual-places.ts'
import {
  defineConnector,
  type ConnectionValues,
  type DatastoreTarget,
  type Session,
  type SessionBounds,
} from '../connector.ts'
import { openedWith } from '../shared/client-session.ts'
import { serverConnection } from '../shared/server-connection.ts'

const usualSchema = usualSchemas.postgresql

/** A PostgreSQL database; what a person's SQL can reach there is what the role of the connection may read. */
export default defineConnector({
  type: 'postgresql',
  title: 'PostgreSQL',
  store_type: 'jdbc',
  connection: serverConnection,
  requires: ['database'],
  takes: { database: 'anything', schema: 'anything' },
  async test(connection, target, bounds) {
    if (target) await (await open(connection, target, bounds)).close()
    else await (await import('./connection.ts')).reachPostgresql(connection, bounds)
  },
  open,
  places: {
    databases: async (...asked) => (await import('./places.ts')).listDatabases(...asked),
    schemas: async (...asked) => (await import('./places.ts')).listSchemas(...asked),
    usual_schema: usualSchema,
  },
  longest_table_name: 63,
  async openWriter(connection, target, bounds) {
    const { openPostgresqlWriter } = await import('./writer.ts')
    return openPostgresqlWriter(connection, target.database, target.schema ?? usualSchema, bounds)
  },
})

/** Tells the same database, as the same role reads it. */
const placeOf = ({ host, port, username }: ConnectionValues, { database }: DatastoreTarget): string =>
  JSON.stringify([host, port, username, database])

async function open(
  connection: ConnectionValues,
  target: DatastoreTarget,
  bounds: SessionBounds,
): Promise<Session> {
  const { PostgresqlClient } = await import('./client.ts')
  const { PostgresqlSession } = await import('./session.ts')
  const schema = target.schema ?? usualSchema
  const client = await PostgresqlClient.open(connection, target.database, bounds, { schema })
  return openedWith(client, 'The schema', async () => {
    const { rows } = await client.read(
      `select has_schema_privilege(nspname, 'usage') from pg_catalog.pg_namespace where nspname = $1`,
      [schema],
    )
    if (rows[0]?.[0] === true) return new PostgresqlSession(client, schema, placeOf(connection, target))
    throw new ServiceError(
      'connection_failed',
      rows.length === 0
        ? `The database "${target.database}" has no schema "${schema}".`
        : `The role "${connection.username}" may not use the schema "${schema}".`,
    )
  })
}
