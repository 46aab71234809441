import { within } from '../../access/within.ts'
import type { Context } from '../../access/context.ts'
import { requireDatastore } from '../../access/require.ts'
import { notFound, ServiceError } from '../../kernel/errors.ts'
import { openAnomalyStatuses } from '../../model/anomaly.ts'
import type { AnomalyRemoval, IdentifiedAnomalyRemoval } from '../../model/anomaly-record.ts'
import { changeStatus, deleteAnomalies, lockAnomalies } from '../../store/anomaly-triage.ts'
import { recordAudit } from '../../access/audit.ts'
import { refuseRepeated } from '../refuse-repeated.ts'
import { locateAnomaly, requireAnomalies } from './read.ts'

/** Author. Archives an open anomaly with a reason, unless `archive` is false: then it is gone with all that belongs to it. */
export async function removeAnomaly(
  context: Context,
  reference: string,
  removal: AnomalyRemoval,
): Promise<void> {
  const { id } = await locateAnomaly(context.store.database, reference)
  await removeAnomalies(context, [{ ...removal, id }])
}

/** The same for several anomalies, all or none. Archiving again for another reason is refused with 409, for the same one nothing changes. */
export async function removeAnomalies(
  context: Context,
  removals: readonly IdentifiedAnomalyRemoval[],
): Promise<void> {
  const { database } = context.store
  refuseRepeated('anomaly', removals)
  const ids = removals.map(({ id }) => id)
  const places = await requireAnomalies(database, ids)
  const oneOfEach = new Map([...places].map(([id, place]) => [place.datastore_id, id]))
  for (const [datastoreId, id] of oneOfEach) {
    await requireDatastore(context, datastoreId, 'Author', ['anomaly', id])
  }
  await within(context, async (transaction) => {
    const locked = await lockAnomalies(transaction, ids)
    const now = (await context.clock.now(transaction)).toISOString()
    const authorship = { user_id: context.principal.user_id, now }
    for (const { id, archive = true, status = 'Resolved' } of removals) {
      const anomaly = locked.get(id)
      if (!anomaly) throw notFound('anomaly', id)
      // Archived for that reason already: what was asked for is so.
      if (!archive || anomaly.status === status) continue
      if (!openAnomalyStatuses.some((open) => open === anomaly.status)) {
        throw new ServiceError(
          'wrong_state',
          `The anomaly ${id} is archived already, as ${anomaly.status}; restore it first to archive it for another reason.`,
        )
      }
      await changeStatus(transaction, anomaly, status, true, authorship)
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
