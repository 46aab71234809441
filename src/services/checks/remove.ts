import type { Context } from '../../access/context.ts'
import { notFound } from '../../kernel/errors.ts'
import type { CheckRemoval, IdentifiedCheckRemoval } from '../../model/check-record.ts'
import { deleteAnomaliesOf, findCheck, lockCheck, type CheckRow } from '../../store/checks.ts'
import type { Queryable } from '../../store/pool.ts'
import { requireCheck } from './read.ts'
import { storedContent } from './update.ts'
import { contentColumns, recordContent } from './write.ts'

/** Author. Archives the check, reversibly, unless `archive` is false: then it is gone with its versions. */
export async function removeCheck(context: Context, id: number, removal: CheckRemoval): Promise<void> {
  await removeChecks(context, [{ ...removal, id }])
}

/** The same for several checks, all or none. */
export async function removeChecks(
  context: Context,
  removals: readonly IdentifiedCheckRemoval[],
): Promise<void> {
  const { database } = context.store
  for (const { id } of removals) {
    if (!(await findCheck(database, id))) throw notFound('quality check', id)
  }
  for (const { id } of removals) await requireCheck(context, id, 'Author')
  await database.transaction().execute(async (transaction) => {
    // In one order, so that two bulk removals never wait for each other.
    const ordered = removals.toSorted((one, other) => one.id - other.id)
    for (const { id, archive = true, status = 'Archived', delete_anomalies = true } of ordered) {
      if ((await lockCheck(transaction, id)) === undefined) continue
      if (delete_anomalies) await deleteAnomaliesOf(transaction, id)
      if (archive) await archiveCheck(context, transaction, id, status)
      else await transaction.deleteFrom('quality_checks').where('id', '=', id).execute()
    }
  })
}

async function archiveCheck(
  context: Context,
  transaction: Queryable,
  id: number,
  status: 'Archived' | 'Discarded',
): Promise<void> {
  const row = (await findCheck(transaction, id)) as CheckRow
  if (row.status === status) return
  const content = { ...(await storedContent(transaction, row)), status }
  const now = context.clock.now().toISOString()
  const version = row.version + 1
  await transaction
    .updateTable('quality_checks')
    .set({
      ...contentColumns(content),
      version,
      last_updated: now,
      last_editor: context.principal.user_name,
      deleted_at: row.deleted_at ?? now,
    })
    .where('id', '=', id)
    .execute()
  await recordContent(context, transaction, id, version, content)
}
