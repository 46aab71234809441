import { Type } from 'typebox'
import { Connection } from '../../../model/connection.ts'
import { listConnections } from '../../../services/connections/list.ts'
import { pageOf, pageQuery } from '../../paging.ts'
import { text, texts } from '../../query.ts'
import { defineRoute } from '../../route.ts'

/** Connections by name, without their secrets. */
export default defineRoute({
  method: 'GET',
  path: '/connections',
  summary: 'List connections',
  group: 'Connections',
  query: Type.Object({
    ...pageQuery,
    name: Type.Optional(text('The exact name')),
    type: Type.Optional(texts('A type of connection; any of several')),
  }),
  responses: { 200: pageOf(Connection) },
  handler: (context, { query }) => listConnections(context, query),
})
