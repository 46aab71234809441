import { Datastore, DatastoreInput } from '../../../model/datastore-record.ts'
import { enqueue } from '../../../operations/control/trigger.ts'
import { operations } from '../../../operations/registry.ts'
import { createDatastore } from '../../../services/datastores/create.ts'
import { defineRoute } from '../../route.ts'

/** Makes a datastore once its source has answered, and starts its first sync when asked to. */
export default defineRoute({
  method: 'POST',
  path: '/datastores',
  summary: 'Create a datastore',
  group: 'Datastores',
  body: DatastoreInput,
  responses: { 201: Datastore },
  async handler(context, { body }) {
    const datastore = await createDatastore(context, body)
    if (body.trigger_sync === true) {
      // Who may create a datastore may fill it, although no team of theirs has it yet.
      const sync = operations.get('sync')
      await enqueue(context, sync, await sync.accept(context, { datastore_id: datastore.id }))
    }
    return datastore
  },
})
