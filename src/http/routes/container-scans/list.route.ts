import { Type } from 'typebox'
import { ContainerScan } from '../../../model/container-scan-record.ts'
import { scanResults } from '../../../model/operation.ts'
import { SortDirection } from '../../../model/wire.ts'
import { listContainerScans } from '../../../services/container-scans/list.ts'
import { pageOf, pageQuery } from '../../paging.ts'
import { anyOf, day, ids, offsetMinutes, text } from '../../query.ts'
import { defineRoute } from '../../route.ts'

/** Container scans of the datastores that the caller may see. */
export default defineRoute({
  method: 'GET',
  path: '/container-scans',
  summary: 'List container scans',
  group: 'Container scans',
  query: Type.Object({
    ...pageQuery,
    datastore: Type.Optional(ids),
    container: Type.Optional(ids),
    operation: Type.Optional(ids),
    name: Type.Optional(text("A part of the container's name")),
    search: Type.Optional(text("A part of the container's name, or the id")),
    result: Type.Optional(anyOf(scanResults)),
    latest_only: Type.Optional(Type.Boolean()),
    created_date: Type.Optional(day),
    offset: Type.Optional(offsetMinutes),
    sort_created: Type.Optional(SortDirection),
    sort_active_anomalies: Type.Optional(SortDirection),
  }),
  responses: { 200: pageOf(ContainerScan) },
  handler: (context, { query }) => listContainerScans(context, query, query),
})
