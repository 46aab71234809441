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

const usualSchema = usualSchemas.redshift

/** One schema of an Amazon Redshift database; what a person's SQL can reach there is what the account may read. */
export default defineConnector({
  type: 'redshift',
  title: 'Amazon Redshift',
  untried:
    'This connector has never met a server of Amazon Redshift: its session was tried with PostgreSQL in the place of one, and its SQL follows the documentation.',
  store_type: 'jdbc',
  connection: serverConnection,
  requires: ['database'],
  takes: { database: 'anything', schema: 'anything' },
  async test(connection, target, bounds) {
    if (target) return (await open(connection, target, bounds)).close()
    const { reachPostgresql } = await import('../postgresql/connection.ts')
    const { redshiftKind } = await import('./kind.ts')
    await reachPostgresql(connection, bounds, redshiftKind)
  },
  open,
  places: {
    databases: async (...asked) => (await import('./places.ts')).listDatabases(...asked),
    schemas: async (...asked) => (await import('./places.ts')).listSchemas(...asked),
    usual_schema: usualSchema,
  },
})

async function open(
  connection: ConnectionValues,
  { database, schema }: DatastoreTarget,
  bounds: SessionBounds,
): Promise<Session> {
  const { PostgresqlClient } = await import('../postgresql/client.ts')
  const { redshiftKind } = await import('./kind.ts')
  const { RedshiftSession } = await import('./session.ts')
  const { isSchemaThere } = await import('./places.ts')
  const client = await PostgresqlClient.open(connection, database, bounds, { kind: redshiftKind })
  const named = schema ?? usualSchema
  return openedWith(client, 'The schema', async () => {
    if (await isSchemaThere(client, named)) return new RedshiftSession(client, named)
    throw new ServiceError(
      'connection_failed',
      `The database "${database}" has no schema "${named}" that the account "${connection.username}" may use.`,
    )
  })
}
