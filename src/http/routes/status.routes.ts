import manifest from '../../../package.json' with { type: 'json' }
import { Type } from 'typebox'
import { requireDatabase } from '../../store/reachable.ts'
import { ServiceConfiguration } from '../../model/service-setting.ts'
import { readConfiguration } from '../../services/figures/configuration.ts'
import { defineOpenRoute, defineRoute, defineRoutes } from '../route.ts'
import { described, nullable } from '../../model/wire.ts'

export default defineRoutes('Service', [
  defineOpenRoute({
    id: 'readStatus',
    method: 'GET',
    path: '/status',
    summary: 'Ask whether the service is ready',
    doc: 'Whether the service can do its work; 503 until it is ready and while its database is away, so that a load balancer can ask.',
    responses: {
      200: Type.Object(
        {
          status: described(Type.Literal('ok'), 'That the service answers'),
          version: Type.String({ description: 'The version of the service' }),
          database_connection: Type.Boolean({
            description:
              'Whether the database of the service answers: always true, because without it the answer is 503',
          }),
          sign_in: nullable(
            Type.Object(
              {
                label: Type.String({ description: 'What completes “Sign in with …”' }),
                path: Type.String({
                  description: 'The address that a browser begins at, below that of the service',
                }),
              },
              { title: 'SingleSignOn', description: 'How people sign in beside tokens' },
            ),
            'The provider by which people sign in beside tokens; null: none is set up',
          ),
        },
        { title: 'ServiceStatus', description: 'How the service is' },
      ),
    },
    async handler({ store, provider = null }) {
      await requireDatabase(store.pool)
      const sign_in = provider && { label: provider.label, path: '/api/session/oidc' }
      return { status: 'ok', version: manifest.version, database_connection: true, sign_in }
    },
  }),
  defineOpenRoute({
    id: 'readHealth',
    method: 'GET',
    path: '/health',
    summary: 'Ask whether the process answers',
    doc: 'Whether the process answers at all, whatever it depends on.',
    responses: { 204: null },
    handler: async () => undefined,
  }),
  defineRoute({
    id: 'readConfiguration',
    method: 'GET',
    path: '/configuration',
    summary: 'Read how the service is set up and how busy it is',
    doc: 'The settings of the process that answers, without secrets, and the work of all processes. Figures to watch for long are at `GET /metrics`.',
    need: 'Admin',
    responses: { 200: ServiceConfiguration },
    handler: (context) => readConfiguration(context, manifest.version),
  }),
])
