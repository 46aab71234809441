import { Type } from 'typebox'
import { Datastore } from '../../../model/datastore-record.ts'
import { optional } from '../../../model/wire.ts'
import { enqueue } from '../../../operations/control/trigger.ts'
import { operations } from '../../../operations/registry.ts'
import { createDatastore } from '../../../services/datastores/create.ts'
import { presentDatastore } from '../../../services/datastores/present.ts'
import { NewDatastore } from '../../bodies.ts'
import { defineRoute } from '../../route.ts'

/** Makes a datastore once its source has answered, and starts its first sync when asked to. */
export default defineRoute({
  method: 'POST',
  path: '/datastores',
  summary: 'Create a datastore',
  group: 'Datastores',
  body: Type.Object({
    ...NewDatastore.properties,
    trigger_sync: optional(Type.Boolean({ description: 'Default false' })),
    trigger_catalog: optional(Type.Boolean({ description: 'An older name of trigger_sync' })),
  }),
  responses: { 201: Datastore },
  handler: async (context, { body: { trigger_sync, trigger_catalog, ...input } }) => {
    const datastore = await createDatastore(context, input)
    if (!(trigger_sync ?? trigger_catalog)) return datastore
    const sync = operations.get('sync')
    // Who may make the datastore may have it read for the first time, in a team of it or not.
    await enqueue(context, sync, await sync.accept(context, { datastore_id: datastore.id }))
    return presentDatastore(context, datastore.id)
  },
})
