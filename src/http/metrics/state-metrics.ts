import { Counter, Gauge, Registry } from 'prom-client'
import type { ServiceFigures } from '../../services/figures/read.ts'

/** A count with the labels that it is told apart by. */
type Counted = { count: number } & Record<string, string | number>

/** The state of the service as text in the format of Prometheus. */
export function printFigures(figures: ServiceFigures): Promise<string> {
  const registry = new Registry()
  const gauge = (name: string, help: string, labels: readonly string[], counted: readonly Counted[]) => {
    const made = new Gauge({ name, help, labelNames: labels, registers: [registry] })
    for (const one of counted) {
      // In the order of the labels: a database has its own.
      const values = labels.map((label) => [label, one[label] ?? 'unknown'])
      made.set(Object.fromEntries(values) as Record<string, string | number>, one.count)
    }
  }
  const plain = (name: string, help: string, count: number) => gauge(name, help, [], [{ count }])
  const { units, operations, deliveries, anomalies, connections } = figures
  gauge('assay_units', 'Units of work that wait or are being done.', ['state'], units)
  plain(
    'assay_unit_oldest_wait_seconds',
    'Seconds that the oldest unit of work has waited; 0 when none waits.',
    figures.oldest_unit_seconds,
  )
  gauge('assay_operations', 'Runs that are kept, by type and result.', ['type', 'result'], operations)
  gauge(
    'assay_deliveries',
    'Messages of flows that are kept, by channel and result; failure: not delivered.',
    ['channel', 'result'],
    deliveries,
  )
  plain(
    'assay_delivery_oldest_wait_seconds',
    'Seconds that the oldest message that is due has waited; 0 when none is.',
    figures.oldest_delivery_seconds,
  )
  plain('assay_flow_events', 'Events that were not compared with the flows yet.', figures.events)
  gauge('assay_anomalies', 'Anomalies that are kept, by status.', ['status'], anomalies)
  gauge(
    'assay_database_connections',
    'Connections of this process to the database, and callers that wait for one.',
    ['state'],
    connections,
  )
  if (figures.spans !== null) {
    const spans = new Counter({
      name: 'assay_trace_spans_total',
      help: 'Spans of traces that this process has sent, or lost as they could not be sent.',
      labelNames: ['result'],
      registers: [registry],
    })
    for (const [result, count] of Object.entries(figures.spans)) spans.inc({ result }, count)
  }
  return registry.metrics()
}
