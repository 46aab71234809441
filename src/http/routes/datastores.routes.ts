import { Type } from 'typebox'
import { ConnectionTest } from '../../model/connection.ts'
import { Datastore, DatastoreChange, DatastoreStub } from '../../model/datastore-record.ts'
import { EnrichmentRows, EnrichmentTable } from '../../model/enrichment-record.ts'
import { described, Id, optional, SortDirection } from '../../model/wire.ts'
import { createDatastore } from '../../services/datastores/create.ts'
import { linkEnrichment, unlinkEnrichment } from '../../services/datastores/link-enrichment.ts'
import { listDatastoreNames, listDatastores } from '../../services/datastores/list.ts'
import { readDatastore } from '../../services/datastores/read.ts'
import { removeDatastore } from '../../services/datastores/remove.ts'
import { testDatastore, tryDatastore } from '../../services/datastores/try-connection.ts'
import { markFavorite, updateDatastore } from '../../services/datastores/update.ts'
import { listEnrichmentTables, readEnrichmentRows } from '../../services/enrichment/browse.ts'
import { NewDatastore } from '../bodies.ts'
import { pageOf, pageQuery } from '../paging.ts'
import { idPath } from '../paths.ts'
import { text, texts } from '../query.ts'
import { defineRoute, defineRoutes } from '../route.ts'

export default defineRoutes('Datastores', [
  defineRoute({
    id: 'listDatastores',
    method: 'GET',
    path: '/datastores',
    summary: 'List datastores',
    doc: 'The datastores that the caller may see; sorts are applied in the order in which they stand here.',
    need: 'Member',
    query: Type.Object({
      ...pageQuery,
      id: Type.Optional(described(Id, 'The datastore of this id')),
      name: Type.Optional(text('The exact name')),
      search: Type.Optional(text('A part of the name')),
      datastore_type: Type.Optional(texts('Type of the connection')),
      tag: Type.Optional(texts('The name of a tag; any of several')),
      enrichment_only: Type.Optional(Type.Boolean({ description: 'Both kinds when absent' })),
      sort_containers: Type.Optional(described(SortDirection, 'By the number of containers')),
      sort_active_anomalies: Type.Optional(described(SortDirection, 'By the number of open anomalies')),
      sort_created: Type.Optional(described(SortDirection, 'By when it was made')),
      sort_name: Type.Optional(described(SortDirection, 'By name')),
      sort_favorite: Type.Optional(described(SortDirection, 'Favourites first, or last')),
    }),
    responses: {
      200: pageOf(
        'DatastorePage',
        Type.Union([Datastore, DatastoreStub], {
          title: 'ListedDatastore',
          description: 'A datastore; of those that the caller may not read, only what it is',
        }),
      ),
    },
    handler: (context, { query }) => listDatastores(context, query),
  }),
  defineRoute({
    id: 'listDatastoreNames',
    method: 'GET',
    path: '/datastores/listing',
    summary: 'List the names of all datastores',
    doc: 'Every datastore at once, for looking up ids by name.',
    need: 'Member',
    responses: { 200: Type.Array(DatastoreStub) },
    handler: listDatastoreNames,
  }),
  defineRoute({
    id: 'createDatastore',
    method: 'POST',
    path: '/datastores',
    summary: 'Create a datastore',
    doc: 'Makes a datastore once its source has answered, and starts its first sync when asked to.',
    need: 'Manager',
    body: Type.Object(
      {
        ...NewDatastore.properties,
        trigger_sync: optional(
          Type.Boolean({ description: 'True: its first sync is started; default false' }),
        ),
        trigger_catalog: optional(Type.Boolean({ description: 'An older name of trigger_sync' })),
      },
      {
        title: 'DatastoreCreation',
        description: 'A new datastore, on a stored connection or with a new one, and whether to sync it',
      },
    ),
    responses: { 201: Datastore },
    handler: (context, { body: { trigger_sync, trigger_catalog, ...input } }) =>
      createDatastore(context, input, trigger_sync ?? trigger_catalog ?? false),
  }),
  defineRoute({
    id: 'readDatastore',
    method: 'GET',
    path: '/datastores/{id}',
    summary: 'Read a datastore',
    doc: 'One datastore with its settings, tags, teams and counts.',
    need: 'Reporter',
    params: idPath,
    responses: { 200: Datastore },
    handler: (context, { params }) => readDatastore(context, params.id),
  }),
  defineRoute({
    id: 'updateDatastore',
    method: 'PUT',
    path: '/datastores/{id}',
    summary: 'Update a datastore',
    doc: 'Changes the members given; lists of tags and teams are replaced whole.',
    need: [
      { when: 'what is changed leads nowhere else', need: 'Editor' },
      {
        when: 'the connection, the database, the schema, the folder or the compute is changed',
        need: { role: 'Manager', permission: 'Editor' },
      },
    ],
    params: idPath,
    body: DatastoreChange,
    responses: { 200: Datastore },
    handler: (context, { params, body }) => updateDatastore(context, params.id, body),
  }),
  defineRoute({
    id: 'removeDatastore',
    method: 'DELETE',
    path: '/datastores/{id}',
    summary: 'Delete a datastore',
    doc: 'Deletes a datastore with everything the service knows of it; the source itself is not touched. Datastores that it enriches are unlinked; 409 while that is refused.',
    need: 'Admin',
    params: idPath,
    responses: { 204: null },
    handler: (context, { params }) => removeDatastore(context, params.id),
  }),
  defineRoute({
    id: 'markDatastoreFavorite',
    method: 'PATCH',
    path: '/datastores/{id}/favorite',
    summary: 'Mark a datastore as favourite',
    doc: 'Puts a datastore among the favourites, or takes it out.',
    need: 'Reporter',
    params: idPath,
    body: Type.Object(
      { favorite: described(Type.Boolean(), 'True: it becomes a favourite of the caller') },
      { title: 'FavoriteMark', description: 'Whether a datastore is a favourite of the caller' },
    ),
    responses: { 200: Datastore },
    handler: (context, { params, body }) => markFavorite(context, params.id, body.favorite),
  }),
  defineRoute({
    id: 'linkEnrichmentDatastore',
    method: 'PATCH',
    path: '/datastores/{id}/enrichment/{enrichment_id}',
    summary: 'Link an enrichment datastore',
    doc: "Says where the datastore's results are written; another link takes the place of the first.",
    need: 'Editor',
    params: Type.Object({
      id: described(Id, 'The datastore whose results are written'),
      enrichment_id: described(Id, 'The datastore that they are written into'),
    }),
    responses: { 200: Datastore },
    handler: (context, { params }) => linkEnrichment(context, params.id, params.enrichment_id),
  }),
  defineRoute({
    id: 'listEnrichmentTables',
    method: 'GET',
    path: '/datastores/{id}/listing',
    summary: 'List the tables of an enrichment datastore',
    doc: 'The tables that the service has written into an enrichment datastore, those about datastores that the caller may read.',
    need: 'Reporter',
    params: idPath,
    responses: { 200: Type.Array(EnrichmentTable) },
    refuses: [409],
    handler: (context, { params }) => listEnrichmentTables(context, params.id),
  }),
  defineRoute({
    id: 'readEnrichmentRows',
    method: 'GET',
    path: '/datastores/{id}/source-records',
    summary: 'Read a table of an enrichment datastore',
    doc: 'Some rows of a table that the service has written, sorted by its columns. Values of fields that are masked now are hidden. It takes Viewer on the datastore that the table is about, too.',
    need: 'Viewer',
    params: idPath,
    query: Type.Object({
      path: text('The name of the table, as the list of tables has it'),
      filter: Type.Optional(
        Type.String({
          maxLength: 10_000,
          description: 'SQL of the store: only rows for which it is true are shown',
        }),
      ),
      limit: Type.Integer({ minimum: 1, maximum: 1000, default: 100, description: 'How many rows at most' }),
      offset: Type.Integer({
        minimum: 0,
        maximum: 1_000_000_000,
        default: 0,
        description: 'How many rows are passed over first',
      }),
    }),
    responses: { 200: EnrichmentRows },
    refuses: [409],
    handler: (context, { params, query }) => readEnrichmentRows(context, params.id, query),
  }),
  defineRoute({
    id: 'testDatastore',
    method: 'POST',
    path: '/datastores/{id}/connection',
    summary: 'Test the connection of a datastore',
    doc: 'Asks the source of a datastore whether it answers now.',
    need: 'Reporter',
    params: idPath,
    responses: { 200: ConnectionTest },
    handler: (context, { params }) => testDatastore(context, params.id),
  }),
  defineRoute({
    id: 'tryDatastore',
    method: 'POST',
    path: '/datastores/connection',
    summary: 'Try a datastore that does not exist yet',
    doc: 'Tries a datastore before it is made; nothing is stored.',
    need: 'Manager',
    body: NewDatastore,
    responses: { 204: null },
    handler: (context, { body }) => tryDatastore(context, body),
  }),
  defineRoute({
    id: 'unlinkEnrichmentDatastore',
    method: 'DELETE',
    path: '/datastores/{id}/enrichment',
    summary: 'Unlink the enrichment datastore',
    doc: 'Ends the link; what was written stays. 409 while a run, an active schedule or an active flow writes there.',
    need: 'Admin',
    params: idPath,
    responses: { 204: null },
    handler: (context, { params }) => unlinkEnrichment(context, params.id),
  }),
])
