import type { FastifyRequest } from 'fastify'
import type { Origin } from '../access/context.ts'

/** Where this request came in, and the trace that its sender names; whether that is one is for who starts a run to see. */
export function originOf({ ip, headers }: FastifyRequest, endpoint: string): Origin {
  const trace_parent = headers['traceparent']?.toString()
  return { endpoint, ip_address: ip, ...(trace_parent !== undefined && { trace_parent }) }
}
