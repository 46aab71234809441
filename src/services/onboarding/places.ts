import type { Context } from '../../access/context.ts'
import { requireRole } from '../../access/require.ts'
import type { Connector, ServerPlaces, SessionBounds } from '../../connectors/connector.ts'
import { invalidParameter, ServiceError } from '../../kernel/errors.ts'
import type { ConnectionInput } from '../../model/connection.ts'
import type { Place } from '../../model/place.ts'
import { datastoresOn } from '../../store/datastores.ts'
import { connectorOf, mergeValues } from '../connections/merge.ts'
import { validateConnection } from '../connections/validate.ts'
import { notedProbe, type Attempt } from '../connections/noted-probe.ts'
import { storedSource } from '../datastores/target.ts'

/** Manager. The databases that the account of a stored connection may enter; 409 for a kind of store that has none to choose from. */
export async function listCatalogs(context: Context, connectionId: number): Promise<Place[]> {
  const attempt = await storedAttempt(context, connectionId)
  const names = await databasesOf(context, attempt)
  const datastores = await datastoresOn(context.store.database, [connectionId])
  return names.map((name) => ({
    name,
    existing_datastores: datastores
      .filter(({ database }) => database === name)
      .map(({ id, name }) => ({ id, name })),
  }))
}

/** Manager. The schemas of one of its databases, `catalog`; 409 as `listCatalogs`. A database without schemas is listed as its own only schema. */
export async function listSchemas(
  context: Context,
  connectionId: number,
  catalog: string | undefined,
): Promise<Place[]> {
  const attempt = await storedAttempt(context, connectionId)
  const { places, names } = await schemasOf(context, attempt, catalog)
  const datastores = await datastoresOn(context.store.database, [connectionId])
  const isOf = (row: { database: string | null; schema: string | null }, name: string): boolean =>
    places.schemas === null
      ? row.database === name
      : row.database === catalog && (row.schema ?? places.usual_schema) === name
  return names.map((name) => ({
    name,
    existing_datastores: datastores.filter((row) => isOf(row, name)).map(({ id, name }) => ({ id, name })),
  }))
}

/** Manager. The names of the databases of a connection that is not stored. */
export async function tryCatalogs(context: Context, connection: ConnectionInput): Promise<string[]> {
  return databasesOf(context, givenAttempt(context, connection))
}

/** Manager. The names of the schemas of a database, `catalog`, of a connection that is not stored. */
export async function trySchemas(
  context: Context,
  connection: ConnectionInput,
  catalog: string | undefined,
): Promise<string[]> {
  return (await schemasOf(context, givenAttempt(context, connection), catalog)).names
}

async function storedAttempt(context: Context, connectionId: number): Promise<Attempt> {
  const source = await storedSource(context, connectionId)
  requireRole(context, 'Manager')
  return { connection_id: connectionId, ...source }
}

function givenAttempt(context: Context, connection: ConnectionInput): Attempt {
  requireRole(context, 'Manager')
  const connector = connectorOf(connection.type)
  const values = mergeValues({}, connection)
  validateConnection(context, connector, values)
  return { connection_id: null, connector, values }
}

async function databasesOf(context: Context, attempt: Attempt): Promise<string[]> {
  const places = placesOf(attempt.connector)
  return notedProbe(context, attempt, 'all', (bounds) => places.databases(attempt.values, bounds))
}

async function schemasOf(
  context: Context,
  attempt: Attempt,
  catalog: string | undefined,
): Promise<{ places: ServerPlaces; names: string[] }> {
  const places = placesOf(attempt.connector)
  const { schemas } = places
  if (schemas !== null && !catalog)
    throw invalidParameter('catalog', 'Name the database whose schemas are wanted: ?catalog=NAME.')
  const ask = async (bounds: SessionBounds): Promise<string[]> => {
    if (schemas !== null) return schemas(attempt.values, catalog ?? '', bounds)
    const databases = await places.databases(attempt.values, bounds)
    return catalog ? databases.filter((name) => name === catalog) : databases
  }
  return { places, names: await notedProbe(context, attempt, 'all', ask) }
}

function placesOf({ title, places }: Connector): ServerPlaces {
  if (places) return places
  throw new ServiceError(
    'wrong_state',
    `A connection to ${title} has no databases or schemas to choose from; a datastore is made of all that it leads to.`,
  )
}
