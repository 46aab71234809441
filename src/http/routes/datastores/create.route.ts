import { Datastore, DatastoreInput } from '../../../model/datastore-record.ts'
import { createDatastore } from '../../../services/datastores/create.ts'
import { defineRoute } from '../../route.ts'

/** Makes a datastore once its source has answered. */
export default defineRoute({
  method: 'POST',
  path: '/datastores',
  summary: 'Create a datastore',
  group: 'Datastores',
  body: DatastoreInput,
  responses: { 201: Datastore },
  handler: async (context, { body }) => {
    const datastore = await createDatastore(context, body)
    return datastore
  },
})
