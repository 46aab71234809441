import type { Context } from '../../access/context.ts'
import type { ServiceConfiguration } from '../../model/service-setting.ts'
import { readFigures } from './read.ts'

/** Admin: it tells how the machine is set up. */
export async function readConfiguration(context: Context, version: string): Promise<ServiceConfiguration> {
  const { units, deliveries, connections, events, ...figures } = await readFigures(context)
  const counted = (list: readonly { count: number }[]) => list.reduce((sum, { count }) => sum + count, 0)
  const unitsOf = (wanted: string) => counted(units.filter(({ state }) => state === wanted))
  const deliveriesOf = (wanted: string) => counted(deliveries.filter(({ result }) => result === wanted))
  const connectionsOf = (wanted: string) => counted(connections.filter(({ state }) => state === wanted))
  return {
    version,
    workload: {
      units_waiting: unitsOf('waiting'),
      units_running: unitsOf('running'),
      oldest_unit_seconds: figures.oldest_unit_seconds,
      deliveries_pending: deliveriesOf('pending'),
      deliveries_failed: deliveriesOf('failure'),
      oldest_delivery_seconds: figures.oldest_delivery_seconds,
      events_waiting: events,
      database_connections: connectionsOf('open'),
      database_connections_idle: connectionsOf('idle'),
      database_callers_waiting: connectionsOf('awaited'),
    },
    settings: [...(context.settings ?? [])],
  }
}
