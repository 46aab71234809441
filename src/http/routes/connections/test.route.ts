import { ConnectionTest } from '../../../model/connection.ts'
import { nullable } from '../../../model/wire.ts'
import { testConnection } from '../../../services/connections/try.ts'
import { idPath } from '../../paths.ts'
import { ChangedConnection } from '../../bodies.ts'
import { defineRoute } from '../../route.ts'

/** Tries the stored connection; members of the body stand in for stored ones and are not kept. */
export default defineRoute({
  method: 'POST',
  path: '/connections/{id}/test',
  summary: 'Test a connection',
  group: 'Connections',
  params: idPath,
  body: nullable(ChangedConnection),
  responses: { 200: ConnectionTest },
  handler: (context, { params, body }) => testConnection(context, params.id, body ?? {}),
})
