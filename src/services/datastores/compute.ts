import { requireRole } from '../../access/require.ts'
import type { Context } from '../../access/context.ts'
import type { Connector, FilesEngine } from '../../connectors/connector.ts'
import { connectors } from '../../connectors/registry.ts'
import { invalidMember, ServiceError } from '../../kernel/errors.ts'
import type { ComputePlace } from '../../model/datastore.ts'
import type { DatastoreChange } from '../../model/datastore-record.ts'
import type { DatastoreRow } from '../../store/datastores.ts'
import { notedProbe } from '../connections/noted-probe.ts'
import { probe } from '../connections/probe.ts'
import { storedSource } from './target.ts'

/** The engine of a datastore as it is stored; both null: none. */
interface ComputeColumns {
  compute_connection_id: number | null
  compute_place: string | null
}

const none: ComputeColumns = { compute_connection_id: null, compute_place: null }

/**
 * Manager. The engine that is given for a datastore of this kind, once it has answered; null and absence are none. Throws ServiceError `invalid`
 * where files are not what the datastore holds or the engine evaluates, `connection_failed` where it does not answer.
 */
export async function wantedCompute(
  context: Context,
  { store_type, title }: Connector,
  compute: DatastoreChange['compute'],
): Promise<ComputeColumns> {
  if (compute == null) return none
  if (store_type !== 'dfs')
    throw invalidMember(
      'compute',
      `A datastore on ${title} holds no files, and is evaluated where it is; leave compute out.`,
    )
  requireRole(context, 'Manager')
  const { connection_id, catalog = null, schema = null, location } = compute
  const place = { catalog, schema, location }
  const { connector, values } = await engineOf(context, connection_id)
  const engine = connector.files_engine
  if (!engine)
    throw invalidMember(
      'compute',
      `A connection to ${connector.title} evaluates no files of others; name one of the type ${engineTypes()}.`,
    )
  refuseUnlessPlaced(engine, connector.title, place)
  await notedProbe(context, { connection_id, connector, values }, 'failures', (bounds) =>
    engine.test(values, place, bounds),
  )
  return { compute_connection_id: connection_id, compute_place: JSON.stringify(place) }
}

/** Those of which the connectors say that they evaluate files, as a sentence has them. */
const engineTypes = (): string =>
  new Intl.ListFormat('en', { type: 'disjunction' }).format(
    connectors.all().flatMap(({ type, files_engine }) => (files_engine ? [type] : [])),
  )

/** Throws ServiceError `invalid` where a catalog or a schema is missing that the engine needs, or is given that it does not use. */
function refuseUnlessPlaced(engine: FilesEngine, title: string, place: ComputePlace): void {
  for (const member of ['catalog', 'schema'] as const) {
    if (engine.needs_schema && place[member] === null)
      throw invalidMember(
        `compute.${member}`,
        `${title} declares the files as tables: name the ${member} in which it may.`,
      )
    if (!engine.needs_schema && place[member] !== null)
      throw invalidMember(`compute.${member}`, `${title} declares no tables; leave the ${member} out.`)
  }
}

/** Tries the engine of a datastore, if it has one; throws what `probe` does. */
export async function tryCompute(
  context: Context,
  { compute_connection_id, compute_place }: Pick<DatastoreRow, 'compute_connection_id' | 'compute_place'>,
): Promise<void> {
  if (compute_connection_id === null || compute_place === null) return
  const { connector, values } = await storedSource(context, compute_connection_id)
  await probe(context, connector, async (bounds) =>
    connector.files_engine?.test(values, compute_place, bounds),
  )
}

async function engineOf(context: Context, connectionId: number): ReturnType<typeof storedSource> {
  try {
    return await storedSource(context, connectionId)
  } catch (error) {
    if (error instanceof ServiceError && error.code === 'not_found')
      throw invalidMember('compute', `There is no connection ${connectionId}.`)
    throw error
  }
}
