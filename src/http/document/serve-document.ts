import swagger from '@fastify/swagger'
import swaggerUi from '@fastify/swagger-ui'
import type { FastifyInstance } from 'fastify'
import { compressed } from '../compression.ts'
import type { Route } from '../route.ts'
import { describeApi } from './document.ts'

/** Serves the API document, `/openapi.json`, and its pages, `/api/docs`. */
export async function serveDocument(app: FastifyInstance, routes: readonly Route[]): Promise<void> {
  let known: object | null = null
  // Made for the first reader: it is a tenth of a start.
  const document = { toJSON: () => (known ??= describeApi(routes)) }
  await app.register(swagger, { mode: 'static', specification: { document: document as never } })
  // Nothing is loaded from other hosts, not even the badge of a validator.
  await app.register(swaggerUi, {
    routePrefix: '/api/docs',
    staticCSP:
      "default-src 'self'; img-src 'self' data:; object-src 'none'; base-uri 'self'; frame-ancestors 'self'",
    uiConfig: { validatorUrl: null },
  })
  app.get('/openapi.json', { schema: { hide: true }, ...compressed }, async () => document)
}
