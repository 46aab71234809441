import { ConnectionTest } from '../../../model/connection.ts'
import { testDatastore } from '../../../services/datastores/try-connection.ts'
import { idPath } from '../../paths.ts'
import { defineRoute } from '../../route.ts'

/** Asks the source of a datastore whether it answers now. */
export default defineRoute({
  method: 'POST',
  path: '/datastores/{id}/connection',
  summary: 'Test the connection of a datastore',
  group: 'Datastores',
  params: idPath,
  responses: { 200: ConnectionTest },
  handler: (context, { params }) => testDatastore(context, params.id),
})
