import { Type } from 'typebox'
import { DatastoreStub } from '../../../model/datastore-record.ts'
import { listDatastoreNames } from '../../../services/datastores/list.ts'
import { defineRoute } from '../../route.ts'

/** Every datastore at once, for looking up ids by name. */
export default defineRoute({
  method: 'GET',
  path: '/datastores/listing',
  summary: 'List the names of all datastores',
  group: 'Datastores',
  responses: { 200: Type.Array(DatastoreStub) },
  handler: listDatastoreNames,
})
