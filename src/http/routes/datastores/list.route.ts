import { Type } from 'typebox'
import { Datastore, DatastoreStub } from '../../../model/datastore-record.ts'
import { Id, SortDirection } from '../../../model/wire.ts'
import { listDatastores } from '../../../services/datastores/list.ts'
import { pageOf, pageQuery } from '../../paging.ts'
import { text, texts } from '../../query.ts'
import { defineRoute } from '../../route.ts'

/** The datastores that the caller may see; sorts are applied in the order in which they stand here. */
export default defineRoute({
  method: 'GET',
  path: '/datastores',
  summary: 'List datastores',
  group: 'Datastores',
  query: Type.Object({
    ...pageQuery,
    id: Type.Optional(Id),
    name: Type.Optional(text('The exact name')),
    search: Type.Optional(text('A part of the name')),
    datastore_type: Type.Optional(texts('Type of the connection')),
    tag: Type.Optional(texts('The name of a tag; any of several')),
    enrichment_only: Type.Optional(Type.Boolean({ description: 'Both kinds when absent' })),
    sort_containers: Type.Optional(SortDirection),
    sort_active_anomalies: Type.Optional(SortDirection),
    sort_created: Type.Optional(SortDirection),
    sort_name: Type.Optional(SortDirection),
    sort_favorite: Type.Optional(SortDirection),
  }),
  responses: { 200: pageOf(Type.Union([Datastore, DatastoreStub])) },
  handler: (context, { query }) => listDatastores(context, query),
})
