import { Type } from 'typebox'
import manifest from '../../../../package.json' with { type: 'json' }
import { defineOpenRoute } from '../../route.ts'

/** Whether the service is up; 503 until it is ready, so that a load balancer can ask. */
export default defineOpenRoute({
  method: 'GET',
  path: '/status',
  summary: 'Ask whether the service is ready',
  group: 'Service',
  responses: { 200: Type.Object({ status: Type.Literal('ok'), version: Type.String() }) },
  handler: async () => ({ status: 'ok', version: manifest.version }),
})
