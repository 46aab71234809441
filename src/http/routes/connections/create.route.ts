import { Connection } from '../../../model/connection.ts'
import { createConnection } from '../../../services/connections/create.ts'
import { NewConnection } from '../../bodies.ts'
import { defineRoute } from '../../route.ts'

/** Stores a connection; trying it is a request of its own. */
export default defineRoute({
  method: 'POST',
  path: '/connections',
  summary: 'Create a connection',
  group: 'Connections',
  body: NewConnection,
  responses: { 201: Connection },
  handler: (context, { body }) => createConnection(context, body),
})
