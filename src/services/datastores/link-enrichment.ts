import { within } from '../../access/within.ts'
import type { Context } from '../../access/context.ts'
import { requireDatastore, requireKnown, requireRole } from '../../access/require.ts'
import { notFound, ServiceError } from '../../kernel/errors.ts'
import type { Datastore } from '../../model/datastore-record.ts'
import type { RunContext } from '../../runs/operation.ts'
import { findUnfinishedRun } from '../../store/operations.ts'
import type { OpenTransaction } from '../../store/pool.ts'
import { findActiveSchedule } from '../../store/schedules.ts'
import { findFlowStarting } from '../../store/flows/flows.ts'
import { findDatastore, setDatastore, type DatastoreRow } from '../../store/datastores.ts'
import { unlinkDatastore } from '../../store/enrichment-links.ts'
import { recordAudit } from '../../access/audit.ts'
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
    const row = (await findDatastore(transaction, id)) as DatastoreRow
    await requireLinkable(transaction, row, enrichmentId)
    await setDatastore(transaction, id, { enrich_datastore_id: enrichmentId })
    if (row.enrich_datastore_id !== enrichmentId) await noteLink(context, transaction, row, enrichmentId)
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

async function refuseWhileWritten(context: RunContext, { id, name }: DatastoreRow): Promise<void> {
  const { database } = context.store
  const writers = context.operations.all().filter((operation) => operation.writes_to_enrichment)
  const triggers = writers.map(({ trigger }) => trigger)
  const writing = await findUnfinishedRun(database, id, triggers)
  if (writing) {
    throw new ServiceError(
      'in_use',
      `The ${writing.type} run ${writing.id} of "${name}" still writes to the enrichment datastore; wait for it or abort it.`,
    )
  }
  const scheduled = await findActiveSchedule(database, id, triggers)
  if (scheduled) {
    throw new ServiceError(
      'in_use',
      `The ${scheduled.trigger_type} schedule ${scheduled.id} of "${name}" writes to the enrichment datastore; deactivate or delete it.`,
    )
  }
  const flow = await findFlowStarting(database, id, triggers)
  if (flow) {
    throw new ServiceError(
      'in_use',
      `The flow ${flow.id}, "${flow.name}", starts runs of "${name}" that write to the enrichment datastore; deactivate or delete it.`,
    )
  }
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
