import { Datastore, DatastoreChange } from '../../../model/datastore-record.ts'
import { updateDatastore } from '../../../services/datastores/update.ts'
import { idPath } from '../../paths.ts'
import { defineRoute } from '../../route.ts'

/** Changes the members given; lists of tags and teams are replaced whole. */
export default defineRoute({
  method: 'PUT',
  path: '/datastores/{id}',
  summary: 'Update a datastore',
  group: 'Datastores',
  params: idPath,
  body: DatastoreChange,
  responses: { 200: Datastore },
  handler: (context, { params, body }) => updateDatastore(context, params.id, body),
})
