import type { Context } from '../../access/context.ts'
import { listedDatastores, visibleDatastores } from '../../access/visible.ts'
import { connectors } from '../../connectors/registry.ts'
import { notFound } from '../../kernel/errors.ts'
import type { Connection } from '../../model/connection.ts'
import { findConnection } from '../../store/connections.ts'
import { datastoresOn } from '../../store/datastores.ts'

/** The datastores that make their connections known to the caller, or null: Managers look after all connections. */
export function reachableFrom(context: Context) {
  return context.principal.role === 'Member' ? visibleDatastores(context) : null
}

/** Member; one that none of a Member's datastores is on is as absent as one that does not exist. */
export async function readConnection(context: Context, id: number): Promise<Connection> {
  const row = await findConnection(context.store.database, id)
  if (!row) throw notFound('connection', id)
  const [connection] = await presentConnections(context, [row])
  const isReached = connection?.datastores.length !== 0 || reachableFrom(context) === null
  if (!connection || !isReached) throw notFound('connection', id)
  return connection
}

type ShownRow = NonNullable<Awaited<ReturnType<typeof findConnection>>>

/** The members that say where a connection leads, and as whom. */
const address = { host: null, port: null, username: null, uri: null, parameters: {} } as const

/**
 * Adds what a row does not hold: the kind of store, and the datastores whose names the caller may see. Where it leads and
 * as whom is for Managers to know.
 */
export async function presentConnections(context: Context, rows: ShownRow[]): Promise<Connection[]> {
  const datastores = await datastoresOn(
    context.store.database,
    rows.map((row) => row.id),
    listedDatastores(context),
  )
  return rows.map((row) => ({
    ...row,
    ...(context.principal.role === 'Member' && address),
    connection_type: connectors.find(row.type)?.store_type ?? null,
    datastores: datastores
      .filter((datastore) => datastore.connection_id === row.id)
      .map(({ id, name }) => ({ id, name })),
  }))
}
