import type { Context } from '../../access/context.ts'
import { requireDatastore } from '../../access/require.ts'
import { recordAudit } from '../../services/audit/record.ts'
import { addUnits } from '../../store/queue/finish.ts'
import { findOperation } from '../../store/operations.ts'
import type { Operation } from '../operation.ts'
import { presentOperation } from '../present.ts'

/**
 * Enqueues a run and answers with its record, `queued`. The payload has passed the definition's schema; no source is
 * touched here. Throws 404, 403, 409 or 422, and then nothing is enqueued.
 */
export async function triggerOperation(
  context: Context,
  definition: Operation,
  payload: Record<string, unknown>,
) {
  for (const { datastore_id, permission } of definition.permissions(payload)) {
    await requireDatastore(context, datastore_id, permission)
  }
  const accepted = await definition.accept(context, payload)
  return enqueue(context, definition, accepted)
}

/** Writes the run, its first unit and its entry in the audit log in one transaction. `accepted` is a payload as `accept` returned it; `rerunOf` the run that it repeats. */
export async function enqueue(
  context: Context,
  definition: Operation,
  accepted: Record<string, unknown>,
  rerunOf: number | null = null,
) {
  const { database } = context.store
  const id = await database.transaction().execute(async (transaction) => {
    const row = await transaction
      .insertInto('operations')
      .values({
        type: definition.type,
        trigger_type: definition.trigger,
        datastore_id: Number(accepted['datastore_id']),
        name: typeof accepted['name'] === 'string' ? accepted['name'] : null,
        payload: JSON.stringify(accepted),
        status: JSON.stringify(definition.initialStatus),
        triggered_by: context.principal.user_name,
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    await addUnits(transaction, row.id, [{ kind: 'plan' }])
    await recordAudit(context, transaction, {
      action: rerunOf === null ? 'trigger_operation' : 'rerun_operation',
      resource_type: 'operation',
      resource_id: row.id,
      details: {
        type: definition.trigger,
        datastore_id: Number(accepted['datastore_id']),
        ...(rerunOf !== null && { rerun_of: rerunOf }),
      },
    })
    return row.id
  })
  const operation = await findOperation(database, id)
  if (!operation) throw new Error(`The operation ${id} vanished right after it was written.`)
  return presentOperation(database, operation)
}
