import type { Context } from '../../access/context.ts'
import { heldBy, isEnough, requireDatastore } from '../../access/require.ts'
import { notFound, ServiceError } from '../../kernel/errors.ts'
import type { AnomalyStatus } from '../../model/anomaly.ts'
import { anomalyActs, type AnomalyAct } from '../../model/available.ts'
import type { TeamPermission } from '../../model/principal.ts'
import { anomalyPlaces, findAnomalyPlace, type AnomalyPlace } from '../../store/anomaly-places.ts'
import type { Queryable } from '../../store/pool.ts'
import { presentAnomaly } from './present.ts'

/** One anomaly by its id or uuid; 404, or 403 below Reporter. With `available` what the caller may do with it, too. */
export async function readAnomaly(context: Context, reference: string, include: readonly 'available'[] = []) {
  const { id, datastore_id } = await findAnomaly(context, reference, 'Reporter')
  const anomaly = await presentAnomaly(context, id)
  if (!anomaly) throw notFound('anomaly', reference)
  if (!include.includes('available')) return anomaly
  return { ...anomaly, available: availableOf(anomaly, await heldBy(context, datastore_id)) }
}

/** What the verbs of this folder let somebody with this permission do; by the state of the anomaly, without what other things say against it. */
function availableOf(
  { status, archived }: { status: AnomalyStatus; archived: boolean },
  held: TeamPermission | null,
): AnomalyAct[] {
  const needed: Partial<Record<AnomalyAct, TeamPermission>> = {
    ...(status === 'Active' && { acknowledge: 'Author' }),
    ...(!archived && { archive: 'Author' }),
    change: 'Author',
    comment: 'Viewer',
    delete: 'Author',
    describe: 'Editor',
    ...(archived && { restore: 'Author' }),
  }
  return anomalyActs.filter((act) => needed[act] !== undefined && isEnough(held, needed[act]))
}

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

/** Where an anomaly is, when the caller holds the permission there. Throws 400 for what is neither an id nor a uuid. */
export async function findAnomaly(context: Context, reference: string, permission: TeamPermission) {
  const row = await locateAnomaly(context.store.database, reference)
  await requireDatastore(context, row.datastore_id, permission, ['anomaly', reference])
  return row
}

/** Where an anomaly is, whoever asks: what the caller may do is not looked at. Throws 400 for what is neither an id nor a uuid, else 404. */
export async function locateAnomaly(database: Queryable, reference: string) {
  const byId = /^\d{1,15}$/.test(reference)
  if (!byId && !uuid.test(reference))
    throw new ServiceError('invalid_id', `"${reference}" is neither a whole number nor a UUID.`)
  const row = await findAnomalyPlace(database, byId ? { id: Number(reference) } : { uuid: reference })
  if (!row) throw notFound('anomaly', reference)
  return row
}

/** The anomalies that a bulk request names, by id: 404 for one that does not exist. */
export async function requireAnomalies(
  database: Queryable,
  ids: readonly number[],
): Promise<Map<number, AnomalyPlace>> {
  const places = await anomalyPlaces(database, ids)
  const missing = ids.find((id) => !places.has(id))
  if (missing !== undefined) throw notFound('anomaly', missing)
  return places
}
