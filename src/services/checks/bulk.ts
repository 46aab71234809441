import type { Context } from '../../access/context.ts'
import type { BulkCheckChange, BulkCheckResult } from '../../model/check-record.ts'
import { archivedCheckStatuses, openCheckStatuses } from '../../model/check.ts'
import { changeMany } from '../change-many.ts'
import { removeChecks } from './remove.ts'
import { updateChecks } from './update.ts'

/** Checks that one request may change; activating one may ask its source. */
export const mostChecks = 1000

/**
 * Member; each check is changed by the permission that changing it alone needs, and refused with its reason otherwise, as
 * `changeMany` does it. Anomalies of checks that are archived stay.
 */
export function changeChecks(
  context: Context,
  { ids, change, dry_run = false }: { ids: readonly number[]; change: BulkCheckChange; dry_run?: boolean },
): Promise<BulkCheckResult> {
  const together = (inner: Context, part: readonly number[]) => changeTogether(inner, part, change)
  // A filter or an expression may have come to be refused by its source, which is not said of the others.
  const ofOne = ['invalid'] as const
  return changeMany(context, [...new Set(ids)], dry_run, Object.assign(together, { ofOne }))
}

async function changeTogether(
  context: Context,
  ids: readonly number[],
  { status, ...others }: BulkCheckChange,
): Promise<void> {
  const open = openCheckStatuses.find((known) => known === status)
  const archived = archivedCheckStatuses.find((known) => known === status)
  const members = { ...others, ...(open && { status: open }) }
  if (Object.keys(members).length > 0 || !archived)
    await updateChecks(
      context,
      ids.map((id) => ({ ...members, id })),
    )
  if (archived)
    await removeChecks(
      context,
      ids.map((id) => ({ id, status: archived, archive: true, delete_anomalies: false })),
    )
}
