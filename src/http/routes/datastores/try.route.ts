import { tryDatastore } from '../../../services/datastores/try-connection.ts'
import { NewDatastore } from '../../bodies.ts'
import { defineRoute } from '../../route.ts'

/** Tries a datastore before it is made; nothing is stored. */
export default defineRoute({
  method: 'POST',
  path: '/datastores/connection',
  summary: 'Try a datastore that does not exist yet',
  group: 'Datastores',
  body: NewDatastore,
  responses: { 204: null },
  handler: (context, { body }) => tryDatastore(context, body),
})
