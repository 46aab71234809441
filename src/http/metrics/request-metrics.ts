import type { FastifyInstance } from 'fastify'
import { collectDefaultMetrics, Histogram, Registry } from 'prom-client'

/** Seconds: most answers take milliseconds, a dry run or a preview a while. */
const buckets = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30]

/** What this process counts of itself since it began. */
export interface RequestMetrics {
  /** As text in the format of Prometheus. */
  print(): Promise<string>
}

/** Counts every request from now on, by the pattern of its path: no ids, so that there are not more series than routes. */
export function countRequests(app: FastifyInstance): RequestMetrics {
  const registry = new Registry()
  const durations = new Histogram({
    name: 'assay_http_request_duration_seconds',
    help: 'Seconds from a request to the end of its answer, by method, path and status.',
    labelNames: ['method', 'route', 'status'] as const,
    buckets,
    registers: [registry],
  })
  app.addHook('onResponse', async (request, reply) => {
    const { method, is404, routeOptions } = request
    const route = is404 ? 'unknown' : (routeOptions.url ?? 'unknown')
    durations.observe({ method, route, status: reply.statusCode }, reply.elapsedTime / 1000)
  })
  let watches = false
  return {
    print() {
      // Watching the event loop costs a little; it begins when somebody asks.
      if (!watches) collectDefaultMetrics({ register: registry })
      watches = true
      return registry.metrics()
    },
  }
}
