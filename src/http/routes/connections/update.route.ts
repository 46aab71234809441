import { Connection } from '../../../model/connection.ts'
import { updateConnection } from '../../../services/connections/update.ts'
import { idPath } from '../../paths.ts'
import { ChangedConnection } from '../../bodies.ts'
import { defineRoute } from '../../route.ts'

/** Changes the members given; secrets that are left out stay. */
export default defineRoute({
  method: 'PUT',
  path: '/connections/{id}',
  summary: 'Update a connection',
  group: 'Connections',
  params: idPath,
  body: ChangedConnection,
  responses: { 200: Connection },
  handler: (context, { params, body }) => updateConnection(context, params.id, body),
})
