import { sql, type Insertable, type Selectable } from 'kysely'
import type { PageRequest } from '../../kernel/page.ts'
import type { ExecutionResult, ListedFlow, TriggerType } from '../../model/flow.ts'
import type { OperationResult, OperationType } from '../../model/operation.ts'
import { fetchPage } from '../paging.ts'
import type { OpenTransaction, Queryable } from '../pool.ts'
import type { Database } from '../schema.ts'
import type { ActionRow } from './flows.ts'

/** An execution as it is stored, with the name that its flow has now. */
export type ExecutionRow = Selectable<Database['flow_executions']> & { flow_name: string }

/** An execution to be; what is left out is null or empty. */
export type NewExecution = Pick<
  Insertable<Database['flow_executions']>,
  'flow_id' | 'trigger_type' | 'triggered_by'
> &
  Partial<Insertable<Database['flow_executions']>> & {
    /** Its actions are done in the order of executions with the same key; null: in any. */
    order_key: string | null
  }

/** Why an action was left out from the beginning. */
const mutedMessage = 'It is muted.'

/** Writes it with an execution of each action, those without a parent ready; its id. Muted ones are skipped, and what follows them goes on. */
export async function insertExecution(
  transaction: OpenTransaction,
  { order_key, ...columns }: NewExecution,
  actions: readonly ActionRow[],
): Promise<number> {
  const { id } = await transaction
    .insertInto('flow_executions')
    .values({
      event_id: null,
      datastore_id: null,
      operation_id: null,
      operation_result: null,
      container_scan_id: null,
      status_change_id: null,
      anomaly_ids: [],
      is_group: false,
      path: [],
      end_time: null,
      message: null,
      ...columns,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const muted = new Set(actions.flatMap(({ uuid, muted }) => (muted ? [uuid] : [])))
  const parents = new Map(actions.map(({ uuid, parent_action_uuid }) => [uuid, parent_action_uuid]))
  const isReady = (parent: string | null): boolean =>
    parent === null || (muted.has(parent) && isReady(parents.get(parent) ?? null))
  if (actions.length > 0)
    await transaction
      .insertInto('flow_action_executions')
      .values(
        actions.map((action) => ({
          execution_id: id,
          action_id: action.id,
          parent_id: null,
          order_key,
          is_ready: isReady(action.parent_action_uuid),
          lease_until: null,
          holder: null,
          operation_id: null,
          start_time: null,
          result: action.muted ? ('skipped' as const) : ('pending' as const),
          message: action.muted ? mutedMessage : null,
          end_time: action.muted ? sql<string>`clock_timestamp()` : null,
        })),
      )
      .execute()
  await linkParts(transaction, id, actions)
  await settleExecution(transaction, id)
  return id
}

/** Gives each part the one that it follows, so that a change of the flow does not move what goes on. */
async function linkParts(
  transaction: OpenTransaction,
  id: number,
  actions: readonly ActionRow[],
): Promise<void> {
  const ids = new Map(actions.map((action) => [action.uuid, action.id]))
  const links = actions.flatMap(({ id: child, parent_action_uuid }) => {
    const parent = parent_action_uuid === null ? undefined : ids.get(parent_action_uuid)
    return parent === undefined ? [] : [{ child, parent }]
  })
  if (links.length === 0) return
  await sql`
    update flow_action_executions as parts set parent_id = parents.id
    from unnest(${links.map(({ child }) => child)}::bigint[], ${links.map(({ parent }) => parent)}::bigint[]) as links (child, parent)
    join flow_action_executions as parents on parents.action_id = links.parent and parents.execution_id = ${id}
    where parts.execution_id = ${id} and parts.action_id = links.child`.execute(transaction)
}

/** Ends the execution when no action of it is left to do; the caller has changed one. */
export async function settleExecution(transaction: OpenTransaction, id: number): Promise<void> {
  await sql`
    update flow_executions set end_time = clock_timestamp(), result = sums.result, message = sums.message
    from (
      select count(*) filter (where actions.end_time is null) as open,
        case when bool_or(actions.result = 'failure') then 'failure'
             when bool_or(actions.result = 'aborted') then 'aborted' else 'success' end as result,
        case when bool_or(actions.result = 'failure')
             then count(*) filter (where actions.result = 'failure') || ' of ' || count(*) || ' actions failed: '
                  || (array_agg(actions.message order by actions.id) filter (where actions.result = 'failure'))[1] end as message
      from flow_action_executions as actions where execution_id = ${id}) as sums
    where id = ${id} and end_time is null and sums.open = 0`.execute(transaction)
}

/** The execution, held until the transaction ends, so that of two that end its last actions one sees that. */
export async function lockExecution(
  transaction: OpenTransaction,
  id: number,
): Promise<{ end_time: string | null } | undefined> {
  return transaction
    .selectFrom('flow_executions')
    .select('end_time')
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()
}

const shown = (database: Queryable) =>
  database
    .selectFrom('flow_executions as executions')
    .innerJoin('flows', 'flows.id', 'executions.flow_id')
    .selectAll('executions')
    .select('flows.name as flow_name')

/** Undefined when there is none. */
export function findExecution(database: Queryable, id: number): Promise<ExecutionRow | undefined> {
  return shown(database).where('executions.id', '=', id).executeTakeFirst()
}

/** Of an execution: the caller may see it. `visible` null: of every datastore. Those about no datastore are for everybody. */
const isVisible = (visible: number[] | null) =>
  visible === null
    ? sql<boolean>`true`
    : sql<boolean>`(executions.datastore_id is null or executions.datastore_id = any(${visible}::bigint[]))`

/** The newest execution of each of these flows, and how many there are. */
export async function newestExecutions(
  database: Queryable,
  flowIds: readonly number[],
  visible: number[] | null,
): Promise<Map<number, Pick<ListedFlow, 'last_execution' | 'execution_count'>>> {
  const { rows } = await sql<
    NonNullable<ListedFlow['last_execution']> & { flow_id: number; execution_count: number }
  >`
    select newest.*, counted.execution_count
    from unnest(${flowIds}::bigint[]) as wanted (flow_id)
    cross join lateral (
      select flow_id, id, result, start_time, end_time from flow_executions as executions
      where executions.flow_id = wanted.flow_id and ${isVisible(visible)} order by id desc limit 1
    ) as newest
    cross join lateral (
      select count(*) as execution_count from flow_executions as executions
      where executions.flow_id = wanted.flow_id and ${isVisible(visible)}
    ) as counted`.execute(database)
  return new Map(
    rows.map(({ flow_id, execution_count, ...last_execution }) => [
      flow_id,
      { last_execution, execution_count },
    ]),
  )
}

/** Absent members do not filter. */
export interface ExecutionFilter extends PageRequest {
  flow?: number[]
  result?: ExecutionResult[]
  trigger_type?: TriggerType[]
  /** True: only those with a notification that was not delivered. */
  undelivered?: boolean
}

/** One page, newest first; see isVisible. */
export function listExecutions(database: Queryable, visible: number[] | null, filter: ExecutionFilter) {
  const { flow, result, trigger_type, undelivered } = filter
  let query = shown(database).orderBy('executions.id', 'desc')
  if (visible) query = query.where(isVisible(visible))
  if (flow?.length) query = query.where('executions.flow_id', 'in', flow)
  if (result?.length) query = query.where('executions.result', 'in', result)
  if (trigger_type?.length) query = query.where('executions.trigger_type', 'in', trigger_type)
  if (undelivered !== undefined) {
    const failed = sql<boolean>`exists (
      select from flow_action_executions as parts join flow_actions on flow_actions.id = parts.action_id
      where parts.execution_id = executions.id and parts.result = 'failure' and flow_actions.type = 'notification')`
    query = query.where(undelivered ? failed : sql<boolean>`not ${failed}`)
  }
  return fetchPage(query, filter)
}

/** What became of an action, with the action and the run that it started. */
export interface ActionExecutionRow {
  id: number
  execution_id: number
  /** The one that it follows; null: none. */
  parent_id: number | null
  result: Selectable<Database['flow_action_executions']>['result']
  message: string | null
  attempts: number
  next_try: string
  delivery_id: string
  start_time: string | null
  end_time: string | null
  action: ActionRow
  run_id: number | null
  run_type: OperationType | null
  run_result: OperationResult | null
}

/** The action executions of these executions, by execution, in the order of the actions. */
export async function actionExecutionsOf(
  database: Queryable,
  executionIds: readonly number[],
): Promise<Map<number, ActionExecutionRow[]>> {
  const { rows } = await sql<ActionExecutionRow>`
    select parts.id, parts.execution_id, parts.parent_id, parts.result, parts.message, parts.attempts, parts.next_try, parts.delivery_id,
      parts.start_time, parts.end_time, to_jsonb(flow_actions) as action,
      operations.id as run_id, operations.type as run_type, operations.result as run_result
    from flow_action_executions as parts
    join flow_actions on flow_actions.id = parts.action_id
    left join operations on operations.id = parts.operation_id
    where parts.execution_id = any(${executionIds}::bigint[])
    order by parts.id`.execute(database)
  return Map.groupBy(rows, ({ execution_id }) => execution_id)
}

/** Ends whatever is not done of the execution, and says why; the ids of the runs that it had started. */
export async function abortActions(
  transaction: OpenTransaction,
  id: number,
  message: string,
): Promise<number[]> {
  const { rows } = await sql<{ operation_id: number | null }>`
    update flow_action_executions set result = 'aborted', message = ${message}, end_time = clock_timestamp(), holder = null
    where execution_id = ${id} and end_time is null returning operation_id`.execute(transaction)
  await settleExecution(transaction, id)
  return rows.flatMap(({ operation_id }) => operation_id ?? [])
}

/**
 * Puts the notifications of the execution that failed, and that its flow still has, in line again, for the same receivers under the
 * same ids, and what was skipped because of them behind them; how many notifications.
 */
export async function requeueFailed(transaction: OpenTransaction, id: number): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    update flow_action_executions as parts
    set result = 'pending', message = null, end_time = null, attempts = 0, next_try = clock_timestamp(), holder = null
    from flow_actions join flows on flows.id = flow_actions.flow_id
    where flow_actions.id = parts.action_id and flow_actions.type = 'notification'
      and flow_actions.removed_at is null and flows.deleted_at is null
      and parts.execution_id = ${id} and parts.result = 'failure'
    returning parts.id`.execute(transaction)
  if (rows.length === 0) return 0
  await sql`
    with recursive again as (
      select id from flow_action_executions where id = any(${rows.map((row) => row.id)}::bigint[])
      union
      select parts.id from again join flow_action_executions as parts on parts.parent_id = again.id
      where parts.execution_id = ${id})
    update flow_action_executions set result = 'pending', message = null, end_time = null
    where id in (select id from again) and result = 'skipped' and message is distinct from ${mutedMessage}`.execute(
    transaction,
  )
  await sql`update flow_executions set result = 'running', message = null, end_time = null where id = ${id}`.execute(
    transaction,
  )
  return rows.length
}
