import { ServiceError } from '../../kernel/errors.ts'
import type { RunContext } from '../../runs/operation.ts'
import type { DatastoreRow } from '../../store/datastores.ts'
import { findFlowStarting } from '../../store/flows/flows.ts'
import { findUnfinishedRun } from '../../store/operations.ts'
import { findActiveSchedule } from '../../store/schedules.ts'

/** Refuses to take the enrichment datastore away from a datastore while a run that writes there is not finished, and while a schedule or a flow starts such. */
export async function refuseWhileWritten(
  context: RunContext,
  { id, name }: Pick<DatastoreRow, 'id' | 'name'>,
): Promise<void> {
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
