import type { Context } from '../../access/context.ts'
import type { Page } from '../../kernel/page.ts'
import type { Connection } from '../../model/connection.ts'
import { listConnections as selectConnections, type ConnectionFilter } from '../../store/connections.ts'
import { presentConnections, reachableFrom } from './read.ts'

/** Member; to Members the connections of the datastores that they may see. */
export async function listConnections(context: Context, filter: ConnectionFilter): Promise<Page<Connection>> {
  const page = await selectConnections(context.store.database, reachableFrom(context), filter)
  return { ...page, items: await presentConnections(context, page.items) }
}
