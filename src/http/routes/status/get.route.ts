import { Type } from 'typebox'
import manifest from '../../../../package.json' with { type: 'json' }
import { requireDatabase } from '../../../store/reachable.ts'
import { defineOpenRoute } from '../../route.ts'

/** Whether the service can do its work; 503 until it is ready and while its database is away, so that a load balancer can ask. */
export default defineOpenRoute({
  method: 'GET',
  path: '/status',
  summary: 'Ask whether the service is ready',
  group: 'Service',
  responses: {
    200: Type.Object({
      status: Type.Literal('ok'),
      version: Type.String(),
      database_connection: Type.Boolean({
        description:
          'Whether the database of the service answers: always true, because without it the answer is 503',
      }),
    }),
  },
  async handler({ store }) {
    await requireDatabase(store.pool)
    return { status: 'ok', version: manifest.version, database_connection: true }
  },
})
