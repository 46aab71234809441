import type { Context } from '../../access/context.ts'
import { visibleDatastoreIds } from '../../access/visible.ts'
import { invalidMember } from '../../kernel/errors.ts'
import type { BulkAnomalyChange, BulkAnomalyResult } from '../../model/anomaly-record.ts'
import { archivedAnomalyStatuses, openAnomalyStatuses } from '../../model/anomaly.ts'
import { findAnomalies } from '../../store/anomaly-list.ts'
import { changeMany } from '../change-many.ts'
import { filterOf, type AnomalyQuery } from './list.ts'
import { removeAnomalies } from './remove.ts'
import { updateAnomalies } from './update.ts'

/** Which anomalies are changed: those of these ids, or those that a list with this filter shows. */
interface BulkInput {
  ids?: number[]
  filter?: AnomalyQuery
  change: BulkAnomalyChange
  dry_run?: boolean
}

/** Anomalies that one request may change. */
export const mostAnomalies = 5000

/**
 * Member; each anomaly is changed by the permission that changing it alone needs, and refused with its reason otherwise, as
 * `changeMany` does it.
 */
export async function changeAnomalies(
  context: Context,
  { ids, filter, change, dry_run = false }: BulkInput,
): Promise<BulkAnomalyResult> {
  const matching = await matched(context, ids, filter)
  const together = (inner: Context, part: readonly number[]) => changeTogether(inner, part, change)
  // Somebody may be no assignee in the datastore of one of them, which is not said of the others.
  const ofOne = ['invalid'] as const
  return changeMany(context, matching, dry_run, Object.assign(together, { ofOne }))
}

async function matched(context: Context, ids?: number[], filter?: AnomalyQuery): Promise<number[]> {
  if ((ids === undefined) === (filter === undefined))
    throw invalidMember('ids', 'Give either the ids of the anomalies or a filter that finds them.')
  if (ids) return [...new Set(ids)]
  const { database } = context.store
  const request = { page: 1, size: mostAnomalies }
  const found = await findAnomalies(
    database,
    await visibleDatastoreIds(context),
    filterOf(context, filter ?? {}),
    request,
  )
  if (found.total > mostAnomalies)
    throw invalidMember(
      'filter',
      `It finds ${found.total} anomalies; change at most ${mostAnomalies} at once, for instance those of one container or of some days.`,
    )
  return found.ids
}

async function changeTogether(
  context: Context,
  ids: readonly number[],
  { status, ...others }: BulkAnomalyChange,
): Promise<void> {
  const open = openAnomalyStatuses.find((known) => known === status)
  const archived = archivedAnomalyStatuses.find((known) => known === status)
  const members = { ...others, ...(open && { status: open }) }
  if (Object.keys(members).length > 0 || !archived)
    await updateAnomalies(
      context,
      ids.map((id) => ({ ...members, id })),
    )
  if (archived)
    await removeAnomalies(
      context,
      ids.map((id) => ({ id, status: archived })),
    )
}
