import { Connection } from '../../../model/connection.ts'
import { readConnection } from '../../../services/connections/read.ts'
import { idPath } from '../../paths.ts'
import { defineRoute } from '../../route.ts'

/** One connection, without its secrets. */
export default defineRoute({
  method: 'GET',
  path: '/connections/{id}',
  summary: 'Read a connection',
  group: 'Connections',
  params: idPath,
  responses: { 200: Connection },
  handler: (context, { params }) => readConnection(context, params.id),
})
