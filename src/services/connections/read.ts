import type { Context } from '../../access/context.ts'
import { listedDatastores } from '../../access/visible.ts'
import { connectors } from '../../connectors/registry.ts'
import { notFound } from '../../kernel/errors.ts'
import type { Connection } from '../../model/connection.ts'
import { findConnection } from '../../store/connections.ts'

/** Member. */
export async function readConnection(context: Context, id: number): Promise<Connection> {
  const row = await findConnection(context.store.database, id)
  if (!row) throw notFound('connection', id)
  const [connection] = await presentConnections(context, [row])
  return connection as Connection
}

type ShownRow = NonNullable<Awaited<ReturnType<typeof findConnection>>>

/** Adds what a row does not hold: the kind of store, and the datastores whose names the caller may see. */
export async function presentConnections(context: Context, rows: ShownRow[]): Promise<Connection[]> {
  const datastores = await context.store.database
    .selectFrom('datastores')
    .select(['id', 'name', 'connection_id'])
    .where('connection_id', 'in', [0, ...rows.map((row) => row.id)])
    .where('id', 'in', listedDatastores(context))
    .orderBy('name')
    .execute()
  return rows.map((row) => ({
    ...row,
    connection_type: connectors.find(row.type)?.store_type ?? null,
    datastores: datastores
      .filter((datastore) => datastore.connection_id === row.id)
      .map(({ id, name }) => ({ id, name })),
  }))
}
