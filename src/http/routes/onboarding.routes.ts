import { Type, type Static } from 'typebox'
import { OnboardedPlaces, Place, PlaceTrial } from '../../model/place.ts'
import { DatastoreChange, DatastoreInput } from '../../model/datastore-record.ts'
import type { ConnectionInput } from '../../model/connection.ts'
import { optional, SourceName } from '../../model/wire.ts'
import { mostPlaces } from '../../connectors/connector.ts'
import type { RunContext } from '../../runs/operation.ts'
import { onboardPlaces, tryPlaces } from '../../services/onboarding/onboard.ts'
import { listCatalogs, listSchemas, tryCatalogs, trySchemas } from '../../services/onboarding/places.ts'
import { NewConnection } from '../bodies.ts'
import { idPath } from '../paths.ts'
import { text } from '../query.ts'
import { defineRoute, defineRoutes } from '../route.ts'

const ofCatalog = Type.Object({
  catalog: Type.Optional(text('The database whose schemas are wanted; needed where a database has several')),
})

const placesMembers = {
  database: DatastoreChange.properties.database,
  schemas: optional(
    Type.Array(SourceName, { maxItems: 200 }),
    'Schemas of the database; where a database has none, databases',
  ),
  root_paths: optional(
    Type.Array(DatastoreChange.properties.root_path.anyOf[0], { maxItems: 200 }),
    'Folders, in the place of schemas',
  ),
}

const newConnection = { connection: optional(NewConnection, 'The connection that they are behind') }

const placeSettings = {
  name_template: optional(
    Type.String({ minLength: 1, maxLength: 255 }),
    'How each datastore is called, with {{schema}} where the name of its schema goes; default: the name of the connection, _ and the schema',
  ),
  description: DatastoreChange.properties.description,
  teams: DatastoreChange.properties.teams,
  tags: DatastoreChange.properties.tags,
  trigger_sync: optional(Type.Boolean(), 'True: the first sync of each is started; default false'),
  trigger_catalog: optional(Type.Boolean(), 'An older name of trigger_sync'),
  enrichment_datastore_id: DatastoreInput.properties.enrichment_datastore_id,
  enrichment_source_record_limit: DatastoreChange.properties.enrichment_source_record_limit,
  enrichment_remediation_strategy: DatastoreChange.properties.enrichment_remediation_strategy,
  high_count_rollup_threshold: DatastoreChange.properties.high_count_rollup_threshold,
}

const places = Type.Object(
  { ...placesMembers, ...placeSettings },
  {
    title: 'PlacesToOnboard',
    description: 'Several places of a connection, and the settings of their datastores',
  },
)
const newPlaces = Type.Object(
  { ...newConnection, ...places.properties },
  { title: 'NewPlacesToOnboard', description: 'The same with the connection that they are behind' },
)
const triedPlaces = Type.Object(placesMembers, {
  title: 'PlacesToTry',
  description: 'Several places of a connection',
})
const newTriedPlaces = Type.Object(
  { ...newConnection, ...placesMembers },
  { title: 'NewPlacesToTry', description: 'The same with the connection that they are behind' },
)

function onboard(
  context: RunContext,
  origin: { connection_id: number } | { connection: ConnectionInput | null | undefined },
  {
    database,
    schemas,
    root_paths,
    name_template,
    trigger_sync,
    trigger_catalog,
    ...settings
  }: Static<typeof places>,
): Promise<OnboardedPlaces> {
  const given = {
    ...('connection_id' in origin ? origin : { connection: origin.connection ?? null }),
    database: database ?? null,
    schemas: schemas ?? null,
    root_paths: root_paths ?? null,
    name_template: name_template ?? null,
    settings,
  }
  return onboardPlaces(context, given, trigger_sync ?? trigger_catalog ?? false)
}

const trials = Type.Object(
  { results: Type.Array(PlaceTrial, { description: 'In the order asked for' }) },
  { title: 'PlaceTrials', description: 'Whether datastores could be made of several places' },
)

export default defineRoutes('Connections', [
  defineRoute({
    id: 'tryConnectionCatalogs',
    method: 'POST',
    path: '/connections/catalogs',
    summary: 'List the databases of a connection that is not stored',
    doc: 'Names of the databases that its account may enter. Nothing is stored.',
    need: 'Manager',
    body: NewConnection,
    refuses: [409],
    responses: { 200: Type.Array(SourceName, { maxItems: mostPlaces }) },
    handler: (context, { body }) => tryCatalogs(context, body),
  }),
  defineRoute({
    id: 'tryConnectionSchemas',
    method: 'POST',
    path: '/connections/schemas',
    summary: 'List the schemas of a connection that is not stored',
    doc: 'Names of the schemas of one of its databases that its account may use. Nothing is stored.',
    need: 'Manager',
    query: ofCatalog,
    body: NewConnection,
    refuses: [409],
    responses: { 200: Type.Array(SourceName, { maxItems: mostPlaces }) },
    handler: (context, { body, query }) => trySchemas(context, body, query.catalog),
  }),
  defineRoute({
    id: 'listConnectionCatalogs',
    method: 'GET',
    path: '/connections/{id}/catalogs',
    summary: 'List the databases of a connection',
    doc: 'The databases that its account may enter, with the datastores that are made of them; 409 for files and stores of one database.',
    need: 'Manager',
    params: idPath,
    refuses: [409],
    responses: { 200: Type.Array(Place, { maxItems: mostPlaces }) },
    handler: (context, { params }) => listCatalogs(context, params.id),
  }),
  defineRoute({
    id: 'listConnectionSchemas',
    method: 'GET',
    path: '/connections/{id}/schemas',
    summary: 'List the schemas of a connection',
    doc: 'The schemas of one of its databases that its account may use, with the datastores that are made of them.',
    need: 'Manager',
    params: idPath,
    query: ofCatalog,
    refuses: [409],
    responses: { 200: Type.Array(Place, { maxItems: mostPlaces }) },
    handler: (context, { params, query }) => listSchemas(context, params.id, query.catalog),
  }),
  defineRoute({
    id: 'tryNewPlaces',
    method: 'POST',
    path: '/connections/datastores/validate',
    summary: 'Try the schemas of a connection that is not stored',
    doc: 'Whether a datastore could be made of each. Nothing is stored.',
    need: 'Manager',
    body: newTriedPlaces,
    responses: { 200: trials },
    handler: async (context, { body }) => ({ results: await tryPlaces(context, body) }),
  }),
  defineRoute({
    id: 'tryPlaces',
    method: 'POST',
    path: '/connections/{id}/datastores/validate',
    summary: 'Try the schemas of a connection',
    doc: 'Whether a datastore could be made of each. Nothing is stored.',
    need: 'Manager',
    params: idPath,
    body: triedPlaces,
    responses: { 200: trials },
    handler: async (context, { params, body }) => ({
      results: await tryPlaces(context, { ...body, connection_id: params.id }),
    }),
  }),
  defineRoute({
    id: 'onboardNewPlaces',
    method: 'POST',
    path: '/connections/datastores/bulk',
    summary: 'Create a connection with several datastores',
    doc: 'Makes a datastore of each schema or folder; what fails does not keep the others from being made. The connection is stored with the first.',
    need: 'Manager',
    body: newPlaces,
    responses: { 200: OnboardedPlaces },
    handler: (context, { body: { connection, ...rest } }) => onboard(context, { connection }, rest),
  }),
  defineRoute({
    id: 'onboardPlaces',
    method: 'POST',
    path: '/connections/{id}/datastores/bulk',
    summary: 'Create several datastores on a connection',
    doc: 'Makes a datastore of each schema or folder; what fails does not keep the others from being made.',
    need: 'Manager',
    params: idPath,
    body: places,
    responses: { 200: OnboardedPlaces },
    handler: (context, { params, body }) => onboard(context, { connection_id: params.id }, body),
  }),
])
