import type { Context } from '../../access/context.ts'
import { requireRole } from '../../access/require.ts'
import { stateFigures, type StateFigures } from '../../store/service-figures.ts'

/** How the service does: its state, and the connections of this process to it. */
export interface ServiceFigures extends StateFigures {
  connections: { state: 'open' | 'idle' | 'awaited'; count: number }[]
  /** Spans of traces that this process is done with; null: it sends none. */
  spans: { sent: number; lost: number } | null
}

/** Admin: it counts over all datastores. */
export async function readFigures(context: Context): Promise<ServiceFigures> {
  requireRole(context, 'Admin')
  const { database, pool } = context.store
  // Before the query, which takes a connection itself.
  const { totalCount, idleCount, waitingCount } = pool
  return {
    ...(await stateFigures(database)),
    connections: [
      { state: 'open', count: totalCount },
      { state: 'idle', count: idleCount },
      { state: 'awaited', count: waitingCount },
    ],
    spans: context.tracing?.counts() ?? null,
  }
}
