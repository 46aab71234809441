import { Type } from 'typebox'
import { Connection } from '../../../model/connection.ts'
import { listConnections } from '../../../services/connections/list.ts'
import { pageOf, pageQuery } from '../../paging.ts'
import { defineRoute } from '../../route.ts'

/** Connections by name, without their secrets. */
export default defineRoute({
  method: 'GET',
  path: '/connections',
  summary: 'List connections',
  group: 'Connections',
  query: Type.Object({
    ...pageQuery,
    name: Type.Optional(Type.String({ description: 'The exact name' })),
    type: Type.Optional(Type.Array(Type.String())),
  }),
  responses: { 200: pageOf(Connection) },
  handler: (context, { query }) => listConnections(context, query),
})
