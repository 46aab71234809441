import { Datastore } from '../../../model/datastore-record.ts'
import { readDatastore } from '../../../services/datastores/read.ts'
import { idPath } from '../../paths.ts'
import { defineRoute } from '../../route.ts'

/** One datastore with its settings, tags, teams and counts. */
export default defineRoute({
  method: 'GET',
  path: '/datastores/{id}',
  summary: 'Read a datastore',
  group: 'Datastores',
  params: idPath,
  responses: { 200: Datastore },
  handler: (context, { params }) => readDatastore(context, params.id),
})
