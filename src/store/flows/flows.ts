import { sql, type Insertable, type Selectable, type Updateable } from 'kysely'
import type { PageRequest } from '../../kernel/page.ts'
import type { FlowStub, TriggerType } from '../../model/flow.ts'
import { asId, containing, fetchPage } from '../paging.ts'
import type { OpenTransaction, Queryable } from '../pool.ts'
import type { Database } from '../schema.ts'

/** A flow as it is stored, without its actions. */
export type FlowRow = Selectable<Database['flows']>
/** An action of a flow as it is stored. */
export type ActionRow = Selectable<Database['flow_actions']>

/** A flow with the user name of its owner. */
export type OwnedFlow = FlowRow & { owner: string }

/** The channel on which those who set off flows are woken. */
export const flowsChannel = 'assay_flows'

/** Wakes them when the transaction commits. */
export async function wakeFlows(database: Queryable): Promise<void> {
  await sql`select pg_notify(${flowsChannel}, '')`.execute(database)
}

const living = (database: Queryable) =>
  database
    .selectFrom('flows')
    .innerJoin('users', 'users.id', 'flows.owner_id')
    .selectAll('flows')
    .select('users.user_name as owner')
    .where('flows.deleted_at', 'is', null)

/** Undefined when there is none, or it was deleted. `lock` holds it until the transaction ends (default: no lock). */
export function findFlow(database: Queryable, id: number, lock?: 'lock'): Promise<OwnedFlow | undefined> {
  const query = living(database).where('flows.id', '=', id)
  return (lock ? query.modifyEnd(sql`for update of flows`) : query).executeTakeFirst()
}

/** Absent members do not filter. */
export interface FlowFilter extends PageRequest {
  search?: string
  trigger_type?: TriggerType[]
  deactivated?: boolean
  tag?: string[]
}

/** One page of the flows that match, newest first. */
export function listFlows(database: Queryable, filter: FlowFilter) {
  const { search, trigger_type, deactivated, tag } = filter
  let query = living(database).orderBy('flows.id', 'desc')
  if (trigger_type?.length) query = query.where('flows.trigger_type', 'in', trigger_type)
  if (deactivated !== undefined) query = query.where('flows.deactivated', '=', deactivated)
  if (tag?.length) query = query.where(sql<boolean>`flows.tags && ${tag}::text[]`)
  if (search !== undefined) {
    const id = asId(search)
    query = query.where((eb) =>
      eb.or([
        eb('flows.name', 'ilike', containing(search)),
        ...(id === null ? [] : [eb('flows.id', '=', id)]),
      ]),
    )
  }
  return fetchPage(query, filter)
}

/** All of them, by name. */
export function listFlowStubs(database: Queryable): Promise<FlowStub[]> {
  return database
    .selectFrom('flows')
    .select(['id', 'name', 'deactivated', 'trigger_type'])
    .where('deleted_at', 'is', null)
    .orderBy('name')
    .orderBy('id')
    .execute()
}

/**
 * Those that any of these triggers can set off now with something about these datastores, oldest first; null: things without a datastore
 * are among them, for which every flow is looked at.
 */
export function activeFlows(
  database: Queryable,
  triggers: readonly TriggerType[],
  datastores: readonly number[] | null,
): Promise<OwnedFlow[]> {
  let query = living(database)
    .where(sql<boolean>`flows.trigger_type = any(${triggers}::text[])`)
    .where('flows.deactivated', '=', false)
    .orderBy('flows.id')
  if (datastores !== null) {
    const wanted = sql`coalesce(flows.filters -> 'filter_datastores', '[]')`
    query = query.where(
      sql<boolean>`(${wanted} = '[]' or ${wanted} @> any(select to_jsonb(id) from unnest(${datastores}::bigint[]) as id))`,
    )
  }
  return query.execute()
}

/** An active flow of which an action that is not muted starts a run by one of these triggers on the datastore; undefined: there is none. */
export function findFlowStarting(
  database: Queryable,
  datastoreId: number,
  triggers: readonly string[],
): Promise<Pick<FlowRow, 'id' | 'name'> | undefined> {
  return database
    .selectFrom('flows')
    .innerJoin('flow_actions as actions', 'actions.flow_id', 'flows.id')
    .select(['flows.id', 'flows.name'])
    .where('flows.deleted_at', 'is', null)
    .where('flows.deactivated', '=', false)
    .where('actions.removed_at', 'is', null)
    .where('actions.muted', '=', false)
    .where('actions.type', '=', 'operation')
    .where(sql<boolean>`actions.settings ->> 'type' = any(${triggers}::text[])`)
    .where(sql<boolean>`actions.settings ->> 'datastore_id' = ${String(datastoreId)}`)
    .limit(1)
    .executeTakeFirst()
}

/** Its id. */
export async function insertFlow(
  transaction: OpenTransaction,
  columns: Insertable<Database['flows']>,
): Promise<number> {
  const { id } = await transaction
    .insertInto('flows')
    .values(columns)
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** Sets these columns; the others stay. */
export async function setFlow(
  transaction: Queryable,
  id: number,
  columns: Updateable<Database['flows']>,
): Promise<void> {
  await transaction.updateTable('flows').set(columns).where('id', '=', id).execute()
}

/** Notes that flows were set off just now. */
export async function noteTriggered(transaction: Queryable, ids: readonly number[]): Promise<void> {
  await sql`update flows set last_triggered = clock_timestamp() where id = any(${ids}::bigint[])`.execute(
    transaction,
  )
}

/** The actions that these flows have now, by flow, in the order of their ranks. */
export async function actionsOf(
  database: Queryable,
  flowIds: readonly number[],
): Promise<Map<number, ActionRow[]>> {
  const rows = await database
    .selectFrom('flow_actions')
    .selectAll()
    .where(sql<boolean>`flow_id = any(${flowIds}::bigint[])`)
    .where('removed_at', 'is', null)
    .orderBy('order_rank')
    .orderBy('id')
    .execute()
  return Map.groupBy(rows, ({ flow_id }) => flow_id)
}

/** Undefined when no flow has such an action now. `lock` as for findFlow. */
export function findAction(database: Queryable, id: number): Promise<ActionRow | undefined> {
  return database
    .selectFrom('flow_actions')
    .innerJoin('flows', 'flows.id', 'flow_actions.flow_id')
    .selectAll('flow_actions')
    .where('flow_actions.id', '=', id)
    .where('removed_at', 'is', null)
    .where('flows.deleted_at', 'is', null)
    .executeTakeFirst()
}

/** An action as a flow gets it, with the uuid that its author or the service chose. */
export type NewAction = Omit<Insertable<Database['flow_actions']>, 'id' | 'flow_id' | 'removed_at'>

/** Gives the flow exactly these actions; those of before that are not among them stay for the executions that name them. */
export async function replaceActions(
  transaction: OpenTransaction,
  flowId: number,
  actions: readonly NewAction[],
): Promise<void> {
  const kept = actions.map(({ uuid }) => uuid)
  await sql`update flow_actions set removed_at = clock_timestamp()
    where flow_id = ${flowId} and removed_at is null and uuid <> all(${kept}::uuid[])`.execute(transaction)
  for (const action of actions) {
    await transaction
      .insertInto('flow_actions')
      .values({ ...action, flow_id: flowId })
      .onConflict((conflict) =>
        conflict.columns(['flow_id', 'uuid']).doUpdateSet({ ...action, removed_at: null }),
      )
      .execute()
  }
}

/** Mutes a notification or lets it be heard again. */
export async function setMuted(transaction: Queryable, id: number, muted: boolean): Promise<void> {
  await transaction.updateTable('flow_actions').set({ muted }).where('id', '=', id).execute()
}

/** The flow whose tick waits longest, held until the transaction ends; undefined when none is due. What another process holds is skipped. */
export function claimDueFlow(transaction: Queryable, now: Date): Promise<OwnedFlow | undefined> {
  return living(transaction)
    .where('flows.next_run', '<=', now.toISOString())
    .orderBy('flows.next_run')
    .limit(1)
    .modifyEnd(sql`for update of flows skip locked`)
    .executeTakeFirst()
}
