import type { Context } from '../../access/context.ts'
import { requireDatastore } from '../../access/require.ts'
import type { Principal } from '../../model/principal.ts'
import { recordAudit, type Deed } from '../../access/audit.ts'
import type { Queryable } from '../../store/pool.ts'
import { addUnits } from '../../store/queue/finish.ts'
import type { Operation } from '../operation.ts'
import { presentRun } from './present-run.ts'

/**
 * Enqueues a run and answers with its record, `queued`. The payload has passed the definition's schema; no source is
 * touched here. Throws 404, 403, 409 or 422, and then nothing is enqueued.
 */
export async function triggerOperation(
  context: Context,
  definition: Operation,
  payload: Record<string, unknown>,
) {
  return enqueue(context, definition, await acceptPayload(context, definition, payload))
}

/** Writes the run, its first unit and its entry in the audit log in one transaction. `accepted` is a payload as `accept` returned it. */
export async function enqueue(context: Context, definition: Operation, accepted: Record<string, unknown>) {
  return context.store.database.transaction().execute(async (transaction) => {
    const run = await writeRun(transaction, context.principal, definition, accepted)
    // Before the commit, after which a worker may begin at any moment: the answer says `queued`.
    const record = await presentRun(transaction, run)
    await recordAudit(context, transaction, triggerDeed(definition, run, accepted))
    return record
  })
}

/** What the audit log says of a run that was started; `rerunOf` is the run that it repeats, null (default) for none. */
export function triggerDeed(
  definition: Operation,
  run: number,
  accepted: Record<string, unknown>,
  rerunOf: number | null = null,
): Deed {
  return {
    action: rerunOf === null ? 'trigger_operation' : 'rerun_operation',
    resource_type: 'operation',
    resource_id: run,
    details: {
      type: definition.trigger,
      datastore_id: Number(accepted['datastore_id']),
      ...(rerunOf !== null && { rerun_of: rerunOf }),
    },
  }
}

/** Throws what stands against such a run: 404, 403, 409 or 422; else the payload with its defaults, ready to be enqueued. */
export async function acceptPayload(
  context: Context,
  definition: Operation,
  payload: Record<string, unknown>,
): Promise<Record<string, unknown>> {
  await requirePermissions(context, definition, payload)
  return definition.accept(context, payload)
}

/** Throws 404 or 403 unless the caller may start such a run, which is also who may control and schedule it. */
export async function requirePermissions(
  context: Context,
  definition: Operation,
  payload: Record<string, unknown>,
): Promise<void> {
  for (const { datastore_id, permission } of definition.permissions(payload)) {
    await requireDatastore(context, datastore_id, permission)
  }
}

/** Writes a run, queued, with its first unit, and returns its id; `scheduleId` null when a person started it (default). */
export async function writeRun(
  transaction: Queryable,
  principal: Principal,
  definition: Operation,
  accepted: Record<string, unknown>,
  scheduleId: number | null = null,
): Promise<number> {
  const row = await transaction
    .insertInto('operations')
    .values({
      type: definition.type,
      trigger_type: definition.trigger,
      datastore_id: Number(accepted['datastore_id']),
      name: typeof accepted['name'] === 'string' ? accepted['name'] : null,
      payload: JSON.stringify(accepted),
      status: JSON.stringify(definition.initialStatus),
      triggered_by: principal.user_name,
      schedule_id: scheduleId,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await addUnits(transaction, row.id, [
    { kind: 'plan', needs_source: definition.plans_without_source !== true },
  ])
  return row.id
}
