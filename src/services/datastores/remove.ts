import { within } from '../../access/within.ts'
import { requireKnown, requireRole } from '../../access/require.ts'
import { notFound, ServiceError } from '../../kernel/errors.ts'
import type { RunContext } from '../../runs/operation.ts'
import { deleteDatastore, findDatastore } from '../../store/datastores.ts'
import { lockEnriched, unlinkEnriched } from '../../store/enrichment-links.ts'
import { readFromOutside } from '../../store/computations.ts'
import type { Queryable } from '../../store/pool.ts'
import { recordAudit } from '../../access/audit.ts'
import { refuseWhileWritten } from './enrichment-writers.ts'

/**
 * Admin. Goes with its containers, checks, anomalies and runs; datastores that it enriched are unlinked, and what keeps one of them from
 * being unlinked keeps it, too.
 */
export async function removeDatastore(context: RunContext, id: number): Promise<void> {
  const datastore = await findDatastore(context.store.database, id)
  if (!datastore) throw notFound('datastore', id)
  await requireKnown(context, id)
  requireRole(context, 'Admin')
  await within(context, async (transaction, context) => {
    await refuseReadFromOutside(transaction, id, datastore.name)
    for (const enriched of await lockEnriched(transaction, id)) await refuseWhileWritten(context, enriched)
    await unlinkEnriched(transaction, id)
    if (!(await deleteDatastore(transaction, id))) throw notFound('datastore', id)
    await recordAudit(context, transaction, {
      action: 'delete_datastore',
      resource_type: 'datastore',
      resource_id: id,
      details: { name: datastore.name },
    })
  })
}

async function refuseReadFromOutside(transaction: Queryable, id: number, name: string): Promise<void> {
  const [first] = await readFromOutside(transaction, id)
  if (!first) return
  throw new ServiceError(
    'in_use',
    `"${first.name}" of "${name}" is read by the computed join "${first.reader}" of another datastore; delete that first.`,
  )
}
