import { attempt, within } from '../../access/within.ts'
import { errorCatalogue, ServiceError } from '../../kernel/errors.ts'
import type { AnomalyWork } from '../../model/flow.ts'
import type { RunContext, RunEnvironment } from '../../runs/operation.ts'
import {
  endAction,
  endedRuns,
  holdClaim,
  holdWaiting,
  noteStartedRun,
  postponeAction,
  type ClaimedAction,
  type EndedByRun,
} from '../../store/flows/claims.ts'
import { actionExecutionsOf, findExecution, type ActionExecutionRow } from '../../store/flows/executions.ts'
import { findFlow } from '../../store/flows/flows.ts'
import type { ActionWork, Performed } from './actions/action.ts'
import { actionKinds } from './actions/registry.ts'
import { ownerOf } from './owner.ts'

/** Seconds before each further attempt, about a fifth more or less; after the last one it is given up. Together about a day. */
const pauses = [1, 3, 10, 30, 60, 120, 300, 600, 1200, 1800, ...Array.from({ length: 22 }, () => 3600)]
/** A receiver may ask for a longer pause, but not for ever, seconds. */
const longestPause = 3600

/** Does a claimed action and writes how it ended; true when it is to be tried again. What is in other hands by then is theirs: nothing is written. */
export async function performAction(environment: RunEnvironment, claimed: ClaimedAction): Promise<boolean> {
  const work = await workOf(environment, claimed)
  if ('reason' in work) return finish(environment, claimed, { result: 'aborted', message: work.reason })
  const { action } = work
  if (action.muted)
    return finish(environment, claimed, { result: 'success', message: 'It is muted, and was not sent.' })
  try {
    const performed = await actionKinds.get(action.type).perform(work)
    if (typeof performed === 'function') await finishBy(claimed, work.context, performed)
    else return await conclude(environment, claimed, performed)
    return false
  } catch (error) {
    return conclude(environment, claimed, failureOf(environment, claimed, error))
  }
}

/** What belongs to the action, or why it is not to be done any more. */
async function workOf(
  environment: RunEnvironment,
  { id, execution_id, delivery_id }: ClaimedAction,
): Promise<ActionWork | { reason: string }> {
  const { database } = environment.store
  const execution = await findExecution(database, execution_id)
  const flow = execution && (await findFlow(database, execution.flow_id))
  if (!execution || !flow) return { reason: 'The flow was deleted.' }
  const parts = (await actionExecutionsOf(database, [execution_id])).get(execution_id) ?? []
  const part = parts.find((one) => one.id === id)
  if (!part || part.action.removed_at !== null) return { reason: 'The action was taken out of the flow.' }
  const principal = await ownerOf(database, flow)
  if (!principal)
    return {
      reason: 'The user in whose name the flow acts was deleted; whoever saves the flow is the next one.',
    }
  const path = [...execution.path.map(Number), flow.id]
  const led_by = { action_execution_id: id, path }
  const done_before = doneBefore(parts, part)
  const context: RunContext = { ...environment, principal }
  return { context, flow, action: part.action, execution, delivery_id, led_by, done_before }
}

/** What the nearest action on anomalies above this one did: messages after it can tell how many. */
function doneBefore(
  parts: readonly ActionExecutionRow[],
  part: ActionExecutionRow,
): ActionWork['done_before'] {
  let above = part.parent_id
  while (above !== null) {
    const parent = parts.find(({ id }) => id === above)
    if (!parent) return null
    if (parent.action.type === 'anomaly') {
      const { action, inactivity_days } = parent.action.settings as AnomalyWork
      const anomaly_count = /^\d+/.exec(parent.message ?? '')?.[0] ?? '0'
      const values = { anomaly_count, inactivity_timeframe: String(inactivity_days) }
      return { trigger_type: `anomaly_${action}`, values }
    }
    above = parent.parent_id
  }
  return null
}

function failureOf(environment: RunEnvironment, { id }: ClaimedAction, error: unknown): Performed {
  if (error instanceof ServiceError) return { result: 'failure', message: error.message }
  environment.log.error(
    { err: error, action_execution: id },
    'An action of a flow failed in a way that is not foreseen.',
  )
  return { retry: { after_seconds: null }, message: errorCatalogue.internal.sentence }
}

/** Writes the end, or puts the action in line for another attempt. */
async function conclude(
  environment: RunEnvironment,
  claimed: ClaimedAction,
  performed: Performed,
): Promise<boolean> {
  if ('operation_id' in performed) throw new Error('A run is started in the transaction that notes it.')
  if (!('retry' in performed)) return finish(environment, claimed, performed)
  const pause = pauses[claimed.attempts - 1]
  if (pause === undefined) {
    const message = `Given up after ${claimed.attempts} attempts: ${performed.message}`
    return finish(environment, claimed, { result: 'failure', message })
  }
  const spread = pause * (0.8 + Math.random() * 0.4)
  const asked = Math.min(performed.retry.after_seconds ?? 0, longestPause)
  await postponeAction(environment.store.database, claimed, Math.max(spread, asked), performed.message)
  return true
}

async function finish(
  environment: RunEnvironment,
  claimed: ClaimedAction,
  { result, message }: { result: 'success' | 'failure' | 'aborted'; message: string | null },
): Promise<false> {
  await within(environment, async (transaction) => {
    if (await holdClaim(transaction, claimed)) await endAction(transaction, claimed, result, message)
  })
  return false
}

/** What the action changes and its end are one transaction; what refuses it takes back its changes and is a failure. */
async function finishBy(
  claimed: ClaimedAction,
  context: RunContext,
  work: (context: RunContext) => Promise<Performed>,
): Promise<void> {
  await within(context, async (transaction, context) => {
    if (!(await holdClaim(transaction, claimed))) return
    const performed = await attempt(context, () => work(context)).catch((error: unknown): Performed => {
      if (error instanceof ServiceError) return { result: 'failure', message: error.message }
      throw error
    })
    if ('retry' in performed) throw new Error('What changes the state is not tried again.')
    if ('operation_id' in performed) await noteStartedRun(transaction, claimed.id, performed.operation_id)
    else await endAction(transaction, claimed, performed.result, performed.message)
  })
}

/** Ends the actions whose runs have ended, as those did. */
export async function endActionsOfRuns(environment: RunEnvironment): Promise<void> {
  for (const ended of await endedRuns(environment.store.database)) {
    await within(environment, async (transaction) => {
      if (!(await holdWaiting(transaction, ended))) return
      const { result, message } = resultOf(ended)
      await endAction(transaction, ended, result, message)
    })
  }
}

function resultOf({ run_result, run_message }: EndedByRun): {
  result: 'success' | 'failure' | 'aborted'
  message: string | null
} {
  if (run_result === null) return { result: 'aborted', message: 'The run was deleted.' }
  const isDone = run_result !== 'failure' && run_result !== 'aborted'
  return { result: isDone ? 'success' : run_result, message: run_message }
}
