import { Type } from 'typebox'
import { operationResults, operationTypes } from '../../../model/operation.ts'
import { ListedOperation } from '../../../operations/records.ts'
import { Id, SortDirection } from '../../../model/wire.ts'
import { listOperations } from '../../../operations/control/list.ts'
import { pageOf, pageQuery } from '../../paging.ts'
import { anyOf, day, ids, offsetMinutes } from '../../query.ts'
import { defineRoute } from '../../route.ts'

/** Runs of every type, newest first, of the datastores that the caller may see. */
export default defineRoute({
  method: 'GET',
  path: '/operations',
  summary: 'List operations',
  group: 'Operations',
  query: Type.Object({
    ...pageQuery,
    id: Type.Optional(Id),
    schedule_id: Type.Optional(Id),
    operation_type: Type.Optional(Type.Enum(operationTypes)),
    finished: Type.Optional(Type.Boolean()),
    result: Type.Optional(anyOf(operationResults)),
    created_date: Type.Optional(day),
    start_date: Type.Optional(day),
    end_date: Type.Optional(day),
    datastore: Type.Optional(ids),
    container: Type.Optional(ids),
    has_logs: Type.Optional(Type.Boolean()),
    offset: Type.Optional(offsetMinutes),
    sort_created: Type.Optional(SortDirection),
    sort_duration: Type.Optional(SortDirection),
  }),
  responses: { 200: pageOf(ListedOperation) },
  handler: (context, { query }) => listOperations(context, query, query),
})
