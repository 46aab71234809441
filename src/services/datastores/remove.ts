import { within } from '../../access/within.ts'
import type { Context } from '../../access/context.ts'
import { requireKnown, requireRole } from '../../access/require.ts'
import { notFound, ServiceError } from '../../kernel/errors.ts'
import { deleteDatastore, findDatastore } from '../../store/datastores.ts'
import { unlinkEnriched } from '../../store/enrichment-links.ts'
import { readFromOutside } from '../../store/computations.ts'
import type { Queryable } from '../../store/pool.ts'
import { recordAudit } from '../../access/audit.ts'

/** Admin. Goes with its containers, checks, anomalies and runs; datastores that it enriched are unlinked. */
export async function removeDatastore(context: Context, id: number): Promise<void> {
  const datastore = await findDatastore(context.store.database, id)
  if (!datastore) throw notFound('datastore', id)
  await requireKnown(context, id)
  requireRole(context, 'Admin')
  await within(context, async (transaction) => {
    await refuseReadFromOutside(transaction, id, datastore.name)
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
