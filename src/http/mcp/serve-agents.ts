import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { ServiceError } from '../../kernel/errors.ts'
import type { Principal } from '../../model/principal.ts'
import type { RunEnvironment } from '../../runs/operation.ts'
import { bearerToken } from '../admit.ts'
import { originOf } from '../request-origin.ts'
import type { Route } from '../route.ts'
import { agentName, agentOf, sessionOf } from './agent-name.ts'
import { createAllowance } from './allowance.ts'

/** The members of a message that are looked at here; the SDK checks all of it. */
interface Opening {
  method?: unknown
  params?: { clientInfo?: { name?: unknown; version?: unknown } }
}

/**
 * The endpoint of agents, by the Model Context Protocol over HTTP. It takes tokens only: a page of the browser has no business here.
 * It stands beside the table of endpoints, because the protocol describes its messages, and not the API document.
 */
export function serveAgents(
  app: FastifyInstance,
  environment: RunEnvironment,
  endpoints: readonly Route[],
  authenticate: (token: string | undefined) => Promise<Principal>,
): void {
  const allowance = createAllowance(120, 60_000, () => performance.now())
  const routes = new Map(endpoints.map((route) => [route.id, route]))
  const principals = new WeakMap<object, Principal>()
  app.route({
    method: ['GET', 'DELETE'],
    url: '/mcp',
    schema: { hide: true },
    handler(_request, reply) {
      reply.header('allow', 'POST')
      throw new ServiceError('method_not_allowed', 'Messages of agents are sent by POST.')
    },
  })
  app.post('/mcp', {
    schema: { hide: true },
    async onRequest(request) {
      principals.set(request, await authenticate(bearerToken(request)))
    },
    async handler(request, reply) {
      const principal = principals.get(request)
      if (!principal) throw new ServiceError('unauthenticated')
      const message = messageIn(request)
      const opening = introduction(message)
      const agent = opening ?? agentOf(request.headers['mcp-session-id']?.toString())
      const { serveMessage } = await import('./serve-message.ts')
      const answer = await serveMessage({
        context: { ...environment, principal, origin: originOf(request, 'POST /mcp') },
        routes,
        agent,
        allowance,
        headers: headersOf(request.headers),
        message,
      })
      if (opening !== null && answer.ok) reply.header('mcp-session-id', sessionOf(agent))
      return sendText(reply.status(answer.status), await answer.text())
    },
  })
}

function messageIn({ body }: FastifyRequest): object {
  if (typeof body === 'object' && body !== null && !Array.isArray(body)) return body
  throw new ServiceError('malformed', 'The body is one JSON-RPC message, an object.')
}

/** Text that is JSON already: the usual serializer would quote it. */
function sendText(reply: FastifyReply, text: string): FastifyReply {
  if (text === '') return reply.send()
  return reply
    .type('application/json; charset=utf-8')
    .serializer((sent: unknown) => String(sent))
    .send(text)
}

/** How the sender of a first message calls itself; null for every later one. */
function introduction(message: Opening): string | null {
  if (message.method !== 'initialize') return null
  const { name, version } = message.params?.clientInfo ?? {}
  return agentName(String(name ?? ''), String(version ?? ''))
}

/** The headers that the protocol knows; what else came, such as the token, is for nobody below. */
function headersOf(headers: Record<string, unknown>): Headers {
  const known = ['accept', 'content-type', 'mcp-protocol-version']
  return new Headers(
    known.flatMap((name): [string, string][] => {
      const value = headers[name]
      return typeof value === 'string' ? [[name, value]] : []
    }),
  )
}
