import { Type } from 'typebox'
import { OperationContainer } from '../../../model/operation-record.ts'
import { listOperationContainers } from '../../../operations/control/read.ts'
import { pageOf, pageQuery } from '../../paging.ts'
import { idPath } from '../../paths.ts'
import { text } from '../../query.ts'
import { defineRoute } from '../../route.ts'

/** What a run did with each container. */
export default defineRoute({
  method: 'GET',
  path: '/operations/{id}/containers',
  summary: 'List the containers of an operation',
  group: 'Operations',
  params: idPath,
  query: Type.Object({
    ...pageQuery,
    search: Type.Optional(text("A part of the container's name, or the id")),
  }),
  responses: { 200: pageOf(OperationContainer) },
  handler: (context, { params, query }) => listOperationContainers(context, params.id, query),
})
