import type { Context } from '../../access/context.ts'
import { visibleDatastoreIds } from '../../access/visible.ts'
import { attempt, within } from '../../access/within.ts'
import { invalidMember, ServiceError } from '../../kernel/errors.ts'
import type { BulkAnomalyChange, BulkAnomalyResult } from '../../model/anomaly-record.ts'
import { archivedAnomalyStatuses, openAnomalyStatuses } from '../../model/anomaly.ts'
import { findAnomalies } from '../../store/anomaly-list.ts'
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

/** Anomalies that are changed in one transaction, so that scans never wait long for them. */
const together = 100

/** What ends the transaction of a dry run: all that it did is taken back. */
class DryRun extends Error {}

/**
 * Member; each anomaly is changed by the permission that changing it alone needs, and refused with its reason otherwise. A hundred go
 * into one transaction each, so that what was changed stays when the rest cannot be. A dry run does the same and keeps nothing.
 */
export async function changeAnomalies(
  context: Context,
  { ids, filter, change, dry_run = false }: BulkInput,
): Promise<BulkAnomalyResult> {
  const matching = await matched(context, ids, filter)
  const refused: BulkAnomalyResult['refused'] = []
  for (let from = 0; from < matching.length; from += together) {
    const part = matching.slice(from, from + together)
    refused.push(...(await changePart(context, part, change, dry_run)))
  }
  return { matched: matching.length, changed: matching.length - refused.length, refused }
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

async function changePart(
  context: Context,
  ids: readonly number[],
  change: BulkAnomalyChange,
  isDry: boolean,
): Promise<BulkAnomalyResult['refused']> {
  let refused: BulkAnomalyResult['refused'] = []
  try {
    await within(context, async (_transaction, inner) => {
      refused = await changeOrRefuse(inner, ids, change)
      if (isDry) throw new DryRun()
    })
  } catch (error) {
    if (!(error instanceof DryRun)) throw error
  }
  return refused
}

/** All at once; where that is refused one by one, as each has a reason of its own. */
async function changeOrRefuse(context: Context, ids: readonly number[], change: BulkAnomalyChange) {
  const reason = await reasonAgainst(context, ids, change)
  if (reason === null) return []
  const [only] = ids
  if (ids.length === 1 && only !== undefined) return [{ id: only, reason }]
  const refused: BulkAnomalyResult['refused'] = []
  for (const id of ids) {
    const against = await reasonAgainst(context, [id], change)
    if (against !== null) refused.push({ id, reason: against })
  }
  return refused
}

/** Changes these, all or none; null when they are changed. What is wrong with the change itself is thrown. */
async function reasonAgainst(
  context: Context,
  ids: readonly number[],
  change: BulkAnomalyChange,
): Promise<string | null> {
  try {
    await attempt(context, () => changeTogether(context, ids, change))
    return null
  } catch (error) {
    const isOfOne =
      error instanceof ServiceError &&
      ['forbidden', 'not_found', 'conflict', 'wrong_state'].includes(error.code)
    if (!isOfOne) throw error
    return error.message
  }
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
