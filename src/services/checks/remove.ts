import { within } from '../../access/within.ts'
import type { Context } from '../../access/context.ts'
import { notFound } from '../../kernel/errors.ts'
import type { CheckRemoval, IdentifiedCheckRemoval } from '../../model/check-record.ts'
import {
  deleteAnomaliesOf,
  deleteCheck,
  findCheck,
  changeCheck,
  lockCheck,
  type CheckRow,
} from '../../store/checks.ts'
import type { OpenTransaction, Queryable } from '../../store/pool.ts'
import { recordAudit, type NewAuditEntry } from '../../access/audit.ts'
import { refuseRepeated } from '../refuse-repeated.ts'
import { requireCheck } from './read.ts'
import { storedContent } from './stored-content.ts'
import { contentColumns, stampOf } from './write.ts'

/** Author. Archives the check, reversibly, unless `archive` is false: then it is gone with its versions. */
export async function removeCheck(context: Context, id: number, removal: CheckRemoval): Promise<void> {
  await removeChecks(context, [{ ...removal, id }])
}

/** Several removals at once, each as `removeCheck` makes one, all or none. */
export async function removeChecks(
  context: Context,
  removals: readonly IdentifiedCheckRemoval[],
): Promise<void> {
  const { database } = context.store
  refuseRepeated('quality check', removals)
  for (const { id } of removals) {
    if (!(await findCheck(database, id))) throw notFound('quality check', id)
  }
  const found = new Map<number, CheckRow>()
  for (const { id } of removals) found.set(id, await requireCheck(context, id, 'Author'))
  await within(context, async (transaction) => {
    // In one order, so that two bulk removals never wait for each other.
    const ordered = removals.toSorted((one, other) => one.id - other.id)
    const entries: NewAuditEntry[] = []
    for (const { id, archive = true, status = 'Archived', delete_anomalies = true } of ordered) {
      if ((await lockCheck(transaction, id)) === undefined) throw notFound('quality check', id)
      const deleted = delete_anomalies ? await deleteAnomaliesOf(transaction, id) : 0
      if (archive) await archiveCheck(context, transaction, id, status)
      else await deleteCheck(transaction, id)
      // Archiving can be undone; anomalies that went with it cannot.
      if (!archive || deleted > 0) entries.push(checkAuditEntry(found.get(id) as CheckRow, archive, deleted))
    }
    await recordAudit(context, transaction, ...entries)
  })
}

/** Deletes a check for good, with the anomalies that no other check found, and notes it. */
export async function eraseCheck(
  context: Context,
  transaction: OpenTransaction,
  row: CheckRow,
): Promise<void> {
  if ((await lockCheck(transaction, row.id)) === undefined) return
  const deleted = await deleteAnomaliesOf(transaction, row.id)
  await deleteCheck(transaction, row.id)
  await recordAudit(context, transaction, checkAuditEntry(row, false, deleted))
}

function checkAuditEntry(
  { id, rule_type, container_id, datastore_id }: CheckRow,
  archived: boolean,
  deleted: number,
): NewAuditEntry {
  return {
    action: 'delete_quality_check',
    resource_type: 'quality_check',
    resource_id: id,
    details: { rule_type, datastore_id, container_id, archived, anomalies_deleted: deleted },
  }
}

async function archiveCheck(
  context: Context,
  transaction: Queryable,
  id: number,
  status: 'Archived' | 'Discarded',
): Promise<void> {
  const row = (await findCheck(transaction, id)) as CheckRow
  if (row.status === status && !row.retired) return
  const content = { ...(await storedContent(transaction, row)), status }
  const now = (await context.clock.now(transaction)).toISOString()
  const columns = {
    ...contentColumns(content),
    deleted_at: row.deleted_at ?? now,
    // What a person puts away stays away.
    retired: false,
  }
  await changeCheck(transaction, row, columns, stampOf(context, content))
}
