import { within } from '../../access/within.ts'
import type { Context } from '../../access/context.ts'
import { requireDatastore, requireKnown, requireRole } from '../../access/require.ts'
import { notFound } from '../../kernel/errors.ts'
import type { Datastore } from '../../model/datastore-record.ts'
import type { RunContext } from '../../runs/operation.ts'
import type { OpenTransaction } from '../../store/pool.ts'
import { findDatastore, lockDatastore, setDatastore, type DatastoreRow } from '../../store/datastores.ts'
import { unlinkDatastore } from '../../store/enrichment-links.ts'
import { recordAudit } from '../../access/audit.ts'
import { refuseWhileWritten } from './enrichment-writers.ts'
import { requireLinkable } from './enrichment-link.ts'
import { presentDatastore } from './present.ts'

/** Editor of the source. Linking again changes nothing; another enrichment datastore takes the place of the first. */
export async function linkEnrichment(context: Context, id: number, enrichmentId: number): Promise<Datastore> {
  const { database } = context.store
  if (!(await findDatastore(database, id))) throw notFound('datastore', id)
  if (!(await findDatastore(database, enrichmentId))) throw notFound('datastore', enrichmentId)
  await requireKnown(context, enrichmentId)
  await requireDatastore(context, id, 'Editor')
  await within(context, async (transaction) => {
    const row = await lockDatastore(transaction, id)
    if (!row) throw notFound('datastore', id)
    if (row.enrich_datastore_id === enrichmentId) return
    await requireLinkable(context, transaction, { ...row, gives_prefix: false }, enrichmentId)
    await setDatastore(transaction, id, { enrich_datastore_id: enrichmentId })
    await noteLink(context, transaction, row, enrichmentId)
  })
  return presentDatastore(context, id)
}

/** Admin. Remediation goes back to none; refused while a run that writes there is not finished, and while a schedule or a flow starts such. */
export async function unlinkEnrichment(context: RunContext, id: number): Promise<void> {
  const { database } = context.store
  const row = await findDatastore(database, id)
  if (!row) throw notFound('datastore', id)
  await requireKnown(context, id)
  requireRole(context, 'Admin')
  if (row.enrich_datastore_id === null) return
  await refuseWhileWritten(context, row)
  await within(context, async (transaction) => {
    if (await unlinkDatastore(transaction, id)) await noteLink(context, transaction, row, null)
  })
}

function noteLink(
  context: Context,
  transaction: OpenTransaction,
  { id, name }: DatastoreRow,
  enrich_datastore_id: number | null,
): Promise<void> {
  return recordAudit(context, transaction, {
    action: 'update_datastore',
    resource_type: 'datastore',
    resource_id: id,
    details: { name, changed: ['enrich_datastore_id'], enrich_datastore_id },
  })
}
