import { Type } from 'typebox'
import { readFigures } from '../../services/figures/read.ts'
import { printFigures } from '../metrics/state-metrics.ts'
import { defineRoute, defineRoutes, Metrics } from '../route.ts'

export default defineRoutes('Service', [
  defineRoute({
    id: 'readMetrics',
    method: 'GET',
    path: '/metrics',
    summary: 'Read figures of the service for Prometheus',
    doc: 'Units of work, runs, messages of flows and anomalies over all processes; requests, database connections, memory and processor time of the process that answers.',
    need: 'Admin',
    responses: {
      200: Type.String({ description: 'Figures in the text format of Prometheus, version 0.0.4' }),
    },
    media_type: 'text/plain',
    handler: async (context) => new Metrics(await printFigures(await readFigures(context))),
  }),
])
