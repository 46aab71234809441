import type { Context } from '../../access/context.ts'
import { requireRole } from '../../access/require.ts'
import { invalidMember, ServiceError } from '../../kernel/errors.ts'
import type { ConnectionInput } from '../../model/connection.ts'
import type { DatastoreInput } from '../../model/datastore-record.ts'
import type { OnboardedPlaces, PlaceTrial } from '../../model/place.ts'
import type { RunContext } from '../../runs/operation.ts'
import { findStoredConnection } from '../../store/connections.ts'
import { notedTest } from '../connections/noted-probe.ts'
import { outcomeOf } from '../connections/probe.ts'
import { createDatastore } from '../datastores/create.ts'
import { inlineSource, newSource, storedSource } from '../datastores/target.ts'
import { requireOwnTeams, teamIds } from '../datastores/teams.ts'
import { wantedPlaces, type PlacesGiven, type WantedPlace } from './wanted-places.ts'

/** The connection whose places are wanted: a stored one, or one that comes with the request. */
interface Origin {
  connection_id?: number
  connection?: ConnectionInput | null
}

/** Manager. Tries each place, and stores nothing; a source that does not answer at all is not asked again for the others. */
export async function tryPlaces(context: Context, given: Origin & PlacesGiven): Promise<PlaceTrial[]> {
  const { origin, source, wanted } = await wantedOf(context, given)
  const attempt = { connection_id: origin.connection_id ?? null, ...source }
  const reached = await outcomeOf(notedTest(context, { ...attempt, target: null }, 'all'))
  const trials: PlaceTrial[] = []
  for (const { given: schema_name, target } of wanted) {
    const { connected, message } = reached.connected
      ? await outcomeOf(tried(context, origin, target))
      : reached
    trials.push({
      schema_name,
      ...(connected ? { status: 'success' } : { status: 'failure', message: message ?? '' }),
    })
  }
  return trials
}

async function tried(context: Context, origin: Origin, target: WantedPlace['target']): Promise<void> {
  const source = await newSource(context, { ...origin, ...target })
  await notedTest(context, { connection_id: origin.connection_id ?? null, ...source }, 'failures')
}

/** The settings that every datastore gets which is made of a place. */
type PlaceSettings = Pick<
  DatastoreInput,
  | 'description'
  | 'teams'
  | 'tags'
  | 'enrichment_datastore_id'
  | 'enrichment_source_record_limit'
  | 'enrichment_remediation_strategy'
  | 'high_count_rollup_threshold'
>

interface NamedSettings {
  name_template: string | null
  settings: PlaceSettings
}

/** Where a template has the name of the place. */
const placeholder = '{{schema}}'

/**
 * Manager. Makes a datastore of each place, one after the other: what fails does not keep the others from being made. A connection
 * that comes with the request is stored with the first of them. `name_template`: null for the connection's name and the place's.
 * `begins`: with the first run of each.
 */
export async function onboardPlaces(
  context: RunContext,
  given: Origin & PlacesGiven & NamedSettings,
  begins: boolean,
): Promise<OnboardedPlaces> {
  const { origin, source, wanted } = await wantedOf(context, given)
  await requireOwnTeams(context, await teamIds(context.store.database, given.settings.teams ?? []))
  const template = await templateOf(context, origin, given.name_template, wanted.length)
  // A source that does not answer at all is said once.
  await notedTest(
    context,
    { connection_id: origin.connection_id ?? null, ...source, target: null },
    'failures',
  )
  const outcome: OnboardedPlaces = { created: [], errors: [] }
  let from = origin
  for (const { given: schema_name, target } of wanted) {
    try {
      const name = template.replaceAll(placeholder, () => lastNameOf(schema_name))
      if (name.length > 255) throw invalidMember('name_template', `The name "${name}" is too long.`)
      const made = await createDatastore(context, { ...given.settings, ...from, ...target, name }, begins)
      from = { connection_id: made.connection_id }
      outcome.created.push(made.id)
    } catch (error) {
      if (!(error instanceof ServiceError)) throw error
      outcome.errors.push({ schema_name, error: error.message })
    }
  }
  return outcome
}

async function wantedOf(context: Context, given: Origin & PlacesGiven) {
  const { connection_id, connection } = given
  const origin: Origin = connection_id === undefined ? { connection: connection ?? null } : { connection_id }
  const stored = connection_id === undefined ? null : await storedSource(context, connection_id)
  requireRole(context, 'Manager')
  if (stored === null && connection == null)
    throw invalidMember('connection', 'Give the connection that the places are behind.', 'missing')
  const source = stored ?? inlineSource(context, connection as ConnectionInput)
  const wanted = wantedPlaces(source.connector, given)
  if (given.schemas != null && source.connector.places?.schemas && !given.database)
    throw invalidMember('database', 'Name the database that the schemas are in.', 'missing')
  return { origin, source, wanted }
}

async function templateOf(
  context: Context,
  { connection_id, connection }: Origin,
  given: string | null,
  count: number,
): Promise<string> {
  if (given !== null) {
    if (count === 1 || given.includes(placeholder)) return given
    const sentence = `Say with ${placeholder} where the name of the schema goes, because each datastore needs a name of its own.`
    throw invalidMember('name_template', sentence)
  }
  const stored =
    connection_id === undefined ? null : await findStoredConnection(context.store.database, connection_id)
  return `${stored?.name ?? connection?.name ?? connection?.type}_${placeholder}`
}

/** Of a folder its own name; schemas are taken whole. */
const lastNameOf = (place: string): string => place.replace(/\/+$/, '').split('/').at(-1) || place
