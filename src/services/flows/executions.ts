import { recordAudit, type NewAuditEntry } from '../../access/audit.ts'
import type { Context } from '../../access/context.ts'
import { requireDatastore, requireRole } from '../../access/require.ts'
import { visibleDatastoreIds } from '../../access/visible.ts'
import { within } from '../../access/within.ts'
import { notFound, ServiceError } from '../../kernel/errors.ts'
import type { Page } from '../../kernel/page.ts'
import type { ActionExecution, FlowExecution } from '../../model/flow-execution.ts'
import { hasEnded } from '../../model/operation.ts'
import { abortRuns } from '../../runs/control/abort.ts'
import { findControllable } from '../../runs/control/find.ts'
import type { RunContext } from '../../runs/operation.ts'
import {
  abortActions,
  actionExecutionsOf,
  findExecution,
  insertExecution,
  listExecutions as selectExecutions,
  lockExecution,
  requeueFailed,
  type ActionExecutionRow,
  type ExecutionFilter,
  type ExecutionRow,
} from '../../store/flows/executions.ts'
import { actionsOf, noteTriggered, wakeFlows } from '../../store/flows/flows.ts'
import { newestSubject } from '../../store/flows/subjects.ts'
import type { Queryable } from '../../store/pool.ts'
import { presentAction, requireFlow } from './read.ts'

/**
 * Manager. Sets the flow off now. One that waits for events is told of the newest event of its kind that the caller may see, if
 * there is one. 409 for a deactivated one.
 */
export async function executeFlow(context: RunContext, id: number): Promise<FlowExecution> {
  await requireFlow(context, id)
  requireRole(context, 'Manager')
  const visible = await visibleDatastoreIds(context)
  const made = await within(context, async (transaction, context) => {
    const flow = await requireFlow(context, id, 'lock')
    if (flow.deactivated)
      throw new ServiceError('wrong_state', `The flow ${id} is deactivated; activate it to set it off.`)
    const actions = (await actionsOf(transaction, [id])).get(id) ?? []
    const subject = await newestSubject(transaction, flow.trigger_type, visible)
    const made = await insertExecution(
      transaction,
      {
        ...subject,
        anomaly_ids: [...(subject?.anomaly_ids ?? [])],
        is_group: flow.trigger_type === 'partition_scan',
        flow_id: id,
        trigger_type: flow.trigger_type,
        triggered_by: context.principal.user_name,
        order_key: null,
      },
      actions,
    )
    await noteTriggered(transaction, [id])
    await wakeFlows(transaction)
    const details = { execution: made }
    await recordAudit(context, transaction, {
      action: 'execute_flow',
      resource_type: 'flow',
      resource_id: id,
      details,
    })
    return made
  })
  return readExecution(context, made)
}

/** Member. Executions that are about a datastore are for those who may see it. */
export async function listExecutions(
  context: Context,
  filter: ExecutionFilter,
): Promise<Page<FlowExecution>> {
  const { database } = context.store
  const page = await selectExecutions(database, await visibleDatastoreIds(context), filter)
  const ids = page.items.map(({ id }) => id)
  const parts = await actionExecutionsOf(database, ids)
  return { ...page, items: page.items.map((row) => presentExecution(context, row, parts.get(row.id) ?? [])) }
}

/** Member; Reporter on the datastore that it is about. */
export async function readExecution(context: Context, id: number): Promise<FlowExecution> {
  const row = await requireExecution(context, id)
  const parts = await actionExecutionsOf(context.store.database, [id])
  return presentExecution(context, row, parts.get(id) ?? [])
}

/**
 * Manager, and who may abort the runs that it has started and that go on, which end with it. What is not done is not done any more;
 * what was sent stays sent. 409 for one that has ended.
 */
export async function abortExecution(context: RunContext, id: number): Promise<FlowExecution> {
  const { flow_id } = await requireExecution(context, id)
  requireRole(context, 'Manager')
  await within(context, async (transaction, context) => {
    // Held, so that no action of it starts another run.
    const locked = await lockExecution(transaction, id)
    if (!locked) throw notFound('execution', id)
    await requireRuns(context, transaction, id)
    if (locked.end_time !== null)
      throw new ServiceError(
        'wrong_state',
        `The execution ${id} has already ended; only one that goes on can be aborted.`,
      )
    const message = `It was aborted by ${context.principal.user_name}.`
    const runs = await abortActions(transaction, id, message)
    const ended = await abortRuns(context, transaction, runs)
    await recordAudit(context, transaction, entryOf('abort_flow_execution', flow_id, id), ...ended)
  })
  return readExecution(context, id)
}

/** Refuses who may not abort the runs that the execution has started and that go on. */
async function requireRuns(context: RunContext, transaction: Queryable, id: number): Promise<void> {
  const parts = (await actionExecutionsOf(transaction, [id])).get(id) ?? []
  for (const { run_id, run_result } of parts)
    if (run_id !== null && run_result !== null && !hasEnded(run_result))
      await findControllable(context, run_id)
}

/**
 * Manager. Sends the notifications that were not delivered again, under the same ids, and does what was skipped because of them. 409
 * when its flow no longer has any of them.
 */
export async function resendExecution(context: RunContext, id: number): Promise<FlowExecution> {
  const { flow_id } = await requireExecution(context, id)
  requireRole(context, 'Manager')
  await within(context, async (transaction, context) => {
    await lockExecution(transaction, id)
    if ((await requeueFailed(transaction, id)) === 0)
      throw new ServiceError(
        'wrong_state',
        `The execution ${id} has no notification that was not delivered and that its flow still has.`,
      )
    await wakeFlows(transaction)
    await recordAudit(context, transaction, entryOf('resend_flow_execution', flow_id, id))
  })
  return readExecution(context, id)
}

const entryOf = (
  action: 'abort_flow_execution' | 'resend_flow_execution',
  resource_id: number,
  execution: number,
): NewAuditEntry => ({ action, resource_type: 'flow', resource_id, details: { execution } })

async function requireExecution(context: Context, id: number): Promise<ExecutionRow> {
  const row = await findExecution(context.store.database, id)
  if (!row) throw notFound('execution', id)
  if (row.datastore_id !== null)
    await requireDatastore(context, row.datastore_id, 'Reporter', ['execution', id])
  return row
}

function presentExecution(
  context: Context,
  row: ExecutionRow,
  parts: readonly ActionExecutionRow[],
): FlowExecution {
  const { id, trigger_type, datastore_id, triggered_by, start_time, end_time, result, message } = row
  return {
    id,
    flow: { id: row.flow_id, name: row.flow_name },
    trigger_type,
    trigger_id: triggerOf(row),
    datastore_id,
    anomaly_count: row.anomaly_ids.length,
    triggered_by,
    start_time,
    end_time,
    result,
    message,
    action_executions: parts.map((part) => presentPart(context, part)),
  }
}

function triggerOf({
  trigger_type,
  operation_id,
  anomaly_ids,
  container_scan_id,
  status_change_id,
  is_group,
}: ExecutionRow) {
  if (trigger_type === 'operation' || trigger_type === 'operation_start') return operation_id
  if (trigger_type === 'partition_scan' || (is_group && anomaly_ids.length > 1)) return container_scan_id
  if (trigger_type === 'anomaly_status') return status_change_id
  return anomaly_ids[0] === undefined ? null : Number(anomaly_ids[0])
}

function presentPart(context: Context, part: ActionExecutionRow): ActionExecution {
  const { id, action, result, message, run_id, run_type, run_result, start_time, end_time } = part
  const { attempts, delivery_id, next_try } = part
  return {
    id,
    action: presentAction(context, action),
    result,
    message,
    operation:
      run_id === null || run_type === null || run_result === null
        ? null
        : { id: run_id, type: run_type, result: run_result },
    notification:
      action.type === 'notification'
        ? {
            type: String(action.settings['notification_type']),
            delivery_id,
            attempts,
            next_try: end_time === null ? next_try : null,
          }
        : null,
    start_time,
    end_time,
  }
}
