import { within } from '../../access/within.ts'
import type { Context } from '../../access/context.ts'
import { requireDatastore } from '../../access/require.ts'
import { invalidMember, invalidParameter, notFound, ServiceError } from '../../kernel/errors.ts'
import { openAnomalyStatuses } from '../../model/anomaly.ts'
import type { AnomalyRemoval, IdentifiedAnomalyRemoval } from '../../model/anomaly-record.ts'
import {
  changeStatus,
  deleteAnomalies,
  lockAnomalies,
  nameOriginal,
  type Authorship,
  type LockedAnomaly,
} from '../../store/anomaly-triage.ts'
import type { Queryable } from '../../store/pool.ts'
import { recordAudit } from '../../access/audit.ts'
import { refuseRepeated } from '../refuse-repeated.ts'
import { findAnomaly, locateAnomaly, requireAnomalies } from './read.ts'

/** Author. Archives an open anomaly with a reason, unless `archive` is false: then it is gone with all that belongs to it. */
export async function removeAnomaly(
  context: Context,
  reference: string,
  removal: AnomalyRemoval,
): Promise<void> {
  const { id } = await locateAnomaly(context.store.database, reference)
  await removeAnomalies(context, [{ ...removal, id }], (_index, sentence) =>
    invalidParameter('duplicate_of', sentence),
  )
}

/** A 422 about what the removal at this place says it is a duplicate of. */
type OriginalRefusal = (index: number, sentence: string) => ServiceError

/** Several removals at once, each as `removeAnomaly` makes one, all or none. Archiving again for another reason is refused with 409, for the same one nothing changes. */
export async function removeAnomalies(
  context: Context,
  removals: readonly IdentifiedAnomalyRemoval[],
  refusal: OriginalRefusal = (index, sentence) => invalidMember([index, 'duplicate_of'], sentence),
): Promise<void> {
  const { database } = context.store
  refuseRepeated('anomaly', removals)
  const ids = removals.map(({ id }) => id)
  const places = await requireAnomalies(database, ids)
  const oneOfEach = new Map([...places].map(([id, place]) => [place.datastore_id, id]))
  for (const [datastoreId, id] of oneOfEach) {
    await requireDatastore(context, datastoreId, 'Author', ['anomaly', id])
  }
  const originals = await requireOriginals(context, removals, refusal)
  await within(context, async (transaction) => {
    const locked = await lockAnomalies(transaction, [...new Set([...ids, ...originals])])
    refuseDuplicateOriginals(locked, removals, refusal)
    const now = (await context.clock.now(transaction)).toISOString()
    const authorship = { user_id: context.principal.user_id, now }
    for (const removal of removals) {
      const anomaly = locked.get(removal.id)
      if (!anomaly) throw notFound('anomaly', removal.id)
      if (removal.archive !== false) await archive(transaction, anomaly, removal, authorship)
    }
    const deleted = removals.flatMap(({ id, archive }) => (archive === false ? id : []))
    if (deleted.length === 0) return
    await deleteAnomalies(transaction, deleted)
    const entries = deleted.map((id) => ({
      action: 'delete_anomaly' as const,
      resource_type: 'anomaly' as const,
      resource_id: id,
      details: { datastore_id: places.get(id)?.datastore_id },
    }))
    await recordAudit(context, transaction, ...entries)
  })
}

async function archive(
  transaction: Queryable,
  anomaly: LockedAnomaly,
  { status = 'Resolved', duplicate_of }: AnomalyRemoval,
  authorship: Authorship,
): Promise<void> {
  // Archived for that reason already: what was asked for is so.
  if (anomaly.status !== status) {
    if (!openAnomalyStatuses.some((open) => open === anomaly.status)) {
      throw new ServiceError(
        'wrong_state',
        `The anomaly ${anomaly.id} is archived already, as ${anomaly.status}; restore it first to archive it for another reason.`,
      )
    }
    await changeStatus(transaction, anomaly, status, true, authorship)
  }
  if (duplicate_of !== undefined) await nameOriginal(transaction, anomaly.id, duplicate_of)
}

/** The ids of the originals, which must be others that the caller may see, of anomalies that are archived as Duplicate. */
async function requireOriginals(
  context: Context,
  removals: readonly IdentifiedAnomalyRemoval[],
  refusal: OriginalRefusal,
): Promise<number[]> {
  const originals: number[] = []
  for (const [index, removal] of removals.entries()) {
    const { id, duplicate_of } = removal
    if (duplicate_of === undefined) continue
    if (!becomesDuplicate(removal))
      throw refusal(index, 'Only what is archived as Duplicate is a duplicate of another anomaly.')
    if (duplicate_of === id) throw refusal(index, 'An anomaly is no duplicate of itself.')
    await findAnomaly(context, String(duplicate_of), 'Reporter')
    originals.push(duplicate_of)
  }
  return originals
}

/** An original is no Duplicate itself, nor made one by this request; looked at while nobody else can make it one. */
function refuseDuplicateOriginals(
  locked: ReadonlyMap<number, LockedAnomaly>,
  removals: readonly IdentifiedAnomalyRemoval[],
  refusal: OriginalRefusal,
): void {
  const becoming = new Set(removals.filter(becomesDuplicate).map(({ id }) => id))
  for (const [index, { duplicate_of }] of removals.entries()) {
    if (duplicate_of === undefined) continue
    const original = locked.get(duplicate_of)
    if (!original) throw notFound('anomaly', duplicate_of)
    if (becoming.has(duplicate_of) || original.status === 'Duplicate') {
      throw refusal(
        index,
        `The anomaly ${duplicate_of} is a Duplicate itself; name the one that it says the same as.`,
      )
    }
  }
}

const becomesDuplicate = ({ archive, status }: AnomalyRemoval): boolean =>
  archive !== false && status === 'Duplicate'
