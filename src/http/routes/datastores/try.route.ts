import { DatastoreInput } from '../../../model/datastore-record.ts'
import { tryDatastore } from '../../../services/datastores/try-connection.ts'
import { defineRoute } from '../../route.ts'

/** Tries a datastore before it is made; nothing is stored. */
export default defineRoute({
  method: 'POST',
  path: '/datastores/connection',
  summary: 'Try a datastore that does not exist yet',
  group: 'Datastores',
  body: DatastoreInput,
  responses: { 204: null },
  handler: (context, { body }) => tryDatastore(context, body),
})
