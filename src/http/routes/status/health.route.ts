import { defineOpenRoute } from '../../route.ts'

/** Whether the process answers at all, whatever it depends on. */
export default defineOpenRoute({
  method: 'GET',
  path: '/health',
  summary: 'Ask whether the process answers',
  group: 'Service',
  responses: { 204: null },
  handler: async () => undefined,
})
