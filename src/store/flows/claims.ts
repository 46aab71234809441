import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import type { ActionResult } from '../../model/flow.ts'
import type { OperationResult } from '../../model/operation.ts'
import type { OpenTransaction, Queryable } from '../pool.ts'
import { lockExecution, settleExecution } from './executions.ts'

/** An action that a process has taken to do, and under which holder. */
export interface ClaimedAction {
  id: number
  execution_id: number
  action_id: number
  holder: string
  attempts: number
  delivery_id: string
}

/** How much a process takes at once. */
export interface ClaimBounds {
  most: number
  /** The lease of each, seconds. */
  leaseSeconds: number
  /** Messages of a channel in a minute, over all processes; the others wait for the next minute. Null: any number. */
  perMinute: number | null
  /** Executions of one action that the process does at a time. */
  perAction: number
  /** How many of each action, by its id, the process is doing. */
  going: ReadonlyMap<number, number>
}

/**
 * Takes actions that are due, oldest first; `attempts` counts the one that now begins. Of those of one action with one order
 * key only the oldest is taken.
 */
export async function claimActions(
  transaction: OpenTransaction,
  { most, leaseSeconds, perMinute, perAction, going }: ClaimBounds,
): Promise<ClaimedAction[]> {
  const holder = randomUUID()
  const full = [...going].flatMap(([id, count]) => (count >= perAction ? [id] : []))
  const { rows: due } = await sql<{ id: number; action_id: number; channel: string | null }>`
    select due.id, due.action_id, flow_actions.settings ->> 'notification_type' as channel
    from flow_action_executions as due join flow_actions on flow_actions.id = due.action_id
    where due.is_ready and due.end_time is null and due.operation_id is null and due.next_try <= clock_timestamp()
      and (due.lease_until is null or due.lease_until <= clock_timestamp())
      and due.action_id <> all(${full}::bigint[]) and ${isNext}
    order by due.next_try, due.id limit ${most} for update of due skip locked`.execute(transaction)
  const rows = [...Map.groupBy(due, ({ action_id }) => action_id)].flatMap(([action_id, group]) =>
    group.slice(0, perAction - (going.get(action_id) ?? 0)),
  )
  const allowed: number[] = []
  for (const [channel, group] of Map.groupBy(rows, (row) => row.channel)) {
    const ids = group.map(({ id }) => id)
    if (channel === null || perMinute === null) allowed.push(...ids)
    else allowed.push(...(await allowedBy(transaction, channel, ids, perMinute)))
  }
  const { rows: claimed } = await sql<ClaimedAction>`
    update flow_action_executions set holder = ${holder}, result = 'running', attempts = attempts + 1,
      start_time = coalesce(start_time, clock_timestamp()),
      lease_until = clock_timestamp() + ${leaseSeconds} * interval '1 second'
    where id = any(${allowed}::bigint[])
    returning id, execution_id, action_id, holder, attempts, delivery_id`.execute(transaction)
  return claimed
}

/** No earlier one of the same action with the same order key is still to be done. */
const isNext = sql<boolean>`(due.order_key is null or not exists (
  select from flow_action_executions as earlier
  where earlier.action_id = due.action_id and earlier.order_key = due.order_key and earlier.end_time is null
    and earlier.id < due.id))`

/** As many of these as the channel may still send in this minute; the others are put off until the next one. */
async function allowedBy(
  transaction: OpenTransaction,
  channel: string,
  ids: readonly number[],
  perMinute: number,
): Promise<number[]> {
  const { rows } = await sql<{ sent: number }>`
    insert into flow_channel_minutes as minutes (channel, began, sent) values (${channel}, clock_timestamp(), 0)
    on conflict (channel) do update set
      sent = case when minutes.began <= clock_timestamp() - interval '1 minute' then 0 else minutes.sent end,
      began = case when minutes.began <= clock_timestamp() - interval '1 minute' then clock_timestamp() else minutes.began end
    returning sent`.execute(transaction)
  const free = Math.max(0, perMinute - (rows[0]?.sent ?? 0))
  const [now, later] = [ids.slice(0, free), ids.slice(free)]
  await sql`update flow_channel_minutes set sent = sent + ${now.length} where channel = ${channel}`.execute(
    transaction,
  )
  if (later.length > 0)
    await sql`
      update flow_action_executions
      set next_try = (select began + interval '1 minute' from flow_channel_minutes where channel = ${channel})
      where id = any(${later}::bigint[])`.execute(transaction)
  return now
}

/** Keeps others away for as long again; false when the time was over, or the action was aborted. */
export async function renewClaim(
  database: Queryable,
  { id, holder }: ClaimedAction,
  leaseSeconds: number,
): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update flow_action_executions set lease_until = clock_timestamp() + ${leaseSeconds} * interval '1 second'
    where id = ${id} and holder = ${holder} and lease_until > clock_timestamp()`.execute(database)
  return (numAffectedRows ?? 0n) > 0n
}

/** Puts it in line again for after so many seconds; nothing happens when it is in other hands. */
export async function postponeAction(
  database: Queryable,
  { id, holder }: ClaimedAction,
  seconds: number,
  message: string,
): Promise<void> {
  await sql`
    update flow_action_executions set holder = null, lease_until = null, message = ${message},
      next_try = clock_timestamp() + ${seconds} * interval '1 second'
    where id = ${id} and holder = ${holder} and end_time is null`.execute(database)
}

/** True when the claim is still in these hands; its execution is then held until the transaction ends. */
export async function holdClaim(
  transaction: OpenTransaction,
  { id, execution_id, holder }: ClaimedAction,
): Promise<boolean> {
  await lockExecution(transaction, execution_id)
  const { rows } = await sql`
    select from flow_action_executions where id = ${id} and holder = ${holder} and end_time is null for update`.execute(
    transaction,
  )
  return rows.length > 0
}

/** Notes the run that the action has started: it ends when that does. */
export async function noteStartedRun(
  transaction: OpenTransaction,
  id: number,
  operationId: number,
): Promise<void> {
  await sql`update flow_action_executions set operation_id = ${operationId}, holder = null, lease_until = null
    where id = ${id}`.execute(transaction)
}

/** Ends the action; the caller holds its execution. What follows it becomes ready or, unless it succeeded, is skipped with the reason. */
export async function endAction(
  transaction: OpenTransaction,
  { id, execution_id }: Pick<ClaimedAction, 'id' | 'execution_id'>,
  result: ActionResult,
  message: string | null,
): Promise<void> {
  await sql`
    update flow_action_executions set result = ${result}, message = ${message}, end_time = clock_timestamp(),
      holder = null, lease_until = null
    where id = ${id}`.execute(transaction)
  if (result === 'success') await readyFollowers(transaction, id, execution_id)
  else await skipFollowers(transaction, id, execution_id, result)
  await settleExecution(transaction, execution_id)
}

/** Through muted ones, which are as good as done. */
async function readyFollowers(transaction: OpenTransaction, id: number, execution_id: number): Promise<void> {
  await sql`
    with recursive next as (
      select id, end_time from flow_action_executions where execution_id = ${execution_id} and parent_id = ${id}
      union
      select parts.id, parts.end_time from next join flow_action_executions as parts on parts.parent_id = next.id
      where parts.execution_id = ${execution_id} and next.end_time is not null)
    update flow_action_executions set is_ready = true, next_try = clock_timestamp()
    where id in (select id from next where end_time is null)`.execute(transaction)
}

async function skipFollowers(
  transaction: OpenTransaction,
  id: number,
  execution_id: number,
  result: ActionResult,
): Promise<void> {
  const message = `Not done, because the action before it ended with ${result}.`
  await sql`
    with recursive next as (
      select id from flow_action_executions where execution_id = ${execution_id} and parent_id = ${id}
      union
      select parts.id from next join flow_action_executions as parts on parts.parent_id = next.id
      where parts.execution_id = ${execution_id})
    update flow_action_executions set result = 'skipped', message = ${message}, end_time = clock_timestamp()
    where id in (select id from next) and end_time is null`.execute(transaction)
}

/** An action that waits for a run which has ended or is gone (both null). */
export interface EndedByRun {
  id: number
  execution_id: number
  run_result: OperationResult | null
  run_message: string | null
}

/** Such actions, oldest first. */
export async function endedRuns(database: Queryable): Promise<EndedByRun[]> {
  const { rows } = await sql<EndedByRun>`
    select parts.id, parts.execution_id, operations.result as run_result, operations.message as run_message
    from flow_action_executions as parts left join operations on operations.id = parts.operation_id
    where parts.end_time is null and parts.operation_id is not null
      and (operations.id is null or operations.end_time is not null)
    order by parts.id limit 100`.execute(database)
  return rows
}

/** Whether it still waits for its run; the execution is held until the transaction ends. */
export async function holdWaiting(
  transaction: OpenTransaction,
  { id, execution_id }: EndedByRun,
): Promise<boolean> {
  await lockExecution(transaction, execution_id)
  const { rows } =
    await sql`select from flow_action_executions where id = ${id} and end_time is null for update`.execute(
      transaction,
    )
  return rows.length > 0
}

/** Milliseconds until something is due: an action, or the tick of a flow; null when nothing waits. Not below 0. */
export async function untilNextDue(database: Queryable): Promise<number | null> {
  const { rows } = await sql<{ ms: number | null }>`
    select (extract(epoch from least(
      (select min(greatest(next_try, coalesce(lease_until, next_try))) from flow_action_executions as due
       where is_ready and end_time is null and operation_id is null and ${isNext}),
      (select min(next_run) from flows where next_run is not null)) - clock_timestamp()) * 1000)::float8 as ms`.execute(
    database,
  )
  const ms = rows[0]?.ms ?? null
  return ms === null ? null : Math.max(0, ms)
}
