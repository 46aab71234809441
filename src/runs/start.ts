import { recordAudit, type NewAuditEntry } from '../access/audit.ts'
import { requireDatastore, requireOrForbid } from '../access/require.ts'
import { within } from '../access/within.ts'
import { readTraceParent, traceParentText } from '../kernel/trace-parent.ts'
import { scheduleOf } from '../model/actor.ts'
import { insertOperation, type OperationRow } from '../store/operations.ts'
import { addUnits } from '../store/queue/finish.ts'
import { planKind, seed, unitKind, type Operation, type RunContext, type StoredPayload } from './operation.ts'
import { presentOperation } from './present.ts'

/** The settings with which a run is started. */
interface StartOptions {
  /** False for a verb that has asked already for what its caller may do as a whole (default true). */
  asks_permission?: boolean
  /** The part of a flow's execution that starts it (default: none does). */
  led_by?: LedBy | null
}

/** The part of a flow's execution that starts a run, and the flows that led to it, the first one first. */
export interface LedBy {
  action_execution_id: number
  path: readonly number[]
}

/**
 * Enqueues a run and answers with its record, `queued`: the run, its first unit and its entry in the audit log are one
 * transaction, that of the context when it is in one. The payload has passed the operation's schema; no source is touched
 * here. Throws 404, 403, 409 or 422, and then nothing is enqueued.
 */
export async function startRun(
  context: RunContext,
  definition: Operation,
  payload: StoredPayload,
  { asks_permission = true, led_by = null }: StartOptions = {},
) {
  return within(context, async (transaction, context) => {
    if (asks_permission) await requirePermissions(context, definition, payload)
    const accepted = await definition.accept(context, payload)
    const run = await writeRun(context, definition, accepted, led_by)
    // Before the commit, after which a worker may begin at any moment: the answer says `queued`.
    const record = await presentOperation(context, run, true)
    await recordAudit(
      context,
      transaction,
      ...(await triggerAuditEntries(context, definition, run.id, accepted)),
    )
    return record
  })
}

/** The entries in the audit log for a run that was started; `rerunOf` is the run that it repeats, null (default) for none. */
export async function triggerAuditEntries(
  { store }: Pick<RunContext, 'store'>,
  definition: Operation,
  run: number,
  accepted: StoredPayload,
  rerunOf: number | null = null,
): Promise<NewAuditEntry[]> {
  const started: NewAuditEntry = {
    action: rerunOf === null ? 'trigger_operation' : 'rerun_operation',
    resource_type: 'operation',
    resource_id: run,
    details: {
      type: definition.trigger,
      datastore_id: datastoreOf(accepted),
      ...(rerunOf !== null && { rerun_of: rerunOf }),
    },
  }
  return [started, ...((await definition.audited?.(store.database, accepted)) ?? [])]
}

/** The datastore that the run is about; null for one that names none. */
function datastoreOf({ datastore_id }: StoredPayload): number | null {
  return typeof datastore_id === 'number' ? datastore_id : null
}

/** Throws what stands against such a run: 404, 403, 409 or 422; else the payload with its defaults. */
export async function acceptPayload(
  context: RunContext,
  definition: Operation,
  payload: StoredPayload,
): Promise<StoredPayload> {
  await requirePermissions(context, definition, payload)
  return definition.accept(context, payload)
}

/** Throws 404 or 403 unless the caller may start such a run, which is also who may control and schedule it. */
export async function requirePermissions(
  context: RunContext,
  definition: Operation,
  payload: StoredPayload,
): Promise<void> {
  const require = definition.forbids_hidden ? requireOrForbid : requireDatastore
  for (const { datastore_id, permission } of definition.permissions(payload))
    await require(context, datastore_id, permission)
}

/** Writes a run, queued, with its first unit, in the transaction of the context. It belongs to the schedule that acts, if one does. */
export async function writeRun(
  { store, principal, origin }: RunContext,
  definition: Operation,
  accepted: StoredPayload,
  ledBy: LedBy | null = null,
): Promise<OperationRow> {
  const caller = readTraceParent(origin?.trace_parent)
  const run = await insertOperation(store.database, {
    type: definition.type,
    trigger_type: definition.trigger,
    datastore_id: datastoreOf(accepted),
    name: typeof accepted['name'] === 'string' ? accepted['name'] : null,
    payload: JSON.stringify(accepted),
    status: JSON.stringify(definition.initialStatus),
    triggered_by: principal.user_name,
    schedule_id: scheduleOf(principal.actor),
    action_execution_id: ledBy?.action_execution_id ?? null,
    flow_path: [...(ledBy?.path ?? [])],
    trace_parent: caller && traceParentText(caller),
  })
  await addUnits(store.database, run.id, [seed(unitKind(definition, planKind), {})])
  return run
}
