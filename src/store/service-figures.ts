import { sql } from 'kysely'
import type { ActionResult } from '../model/flow.ts'
import type { AnomalyStatus } from '../model/anomaly.ts'
import type { OperationResult, OperationType } from '../model/operation.ts'
import type { Queryable } from './pool.ts'

/** How much of everything there is, over all processes that share the database; what is none is left out. */
export interface StateFigures {
  units: { state: 'waiting' | 'running'; count: number }[]
  /** Seconds that the oldest unit which could begin has waited; 0 when none waits. */
  oldest_unit_seconds: number
  operations: { type: OperationType; result: OperationResult; count: number }[]
  /** Messages of flows, by the type of their channel. */
  deliveries: { channel: string; result: ActionResult; count: number }[]
  /** Seconds that the oldest message which is due has waited; 0 when none is. */
  oldest_delivery_seconds: number
  /** Events that no flow was compared with yet. */
  events: number
  anomalies: { status: AnomalyStatus; count: number }[]
}

/** One consistent reading, in one statement. */
export async function stateFigures(database: Queryable): Promise<StateFigures> {
  const { rows } = await sql<StateFigures>`
    select
      (select coalesce(jsonb_agg(one), '[]') from (
        select state, count(*)::int as count from units where state in ('waiting', 'running') group by state) as one) as units,
      (select coalesce(extract(epoch from clock_timestamp() - min(greatest(created, not_before)))::float8, 0) from units
        where state = 'waiting' and not_before <= clock_timestamp()) as oldest_unit_seconds,
      (select coalesce(jsonb_agg(one), '[]') from (
        select type, result, count(*)::int as count from operations group by type, result) as one) as operations,
      (select coalesce(jsonb_agg(one), '[]') from (
        select flow_actions.settings ->> 'notification_type' as channel, parts.result, sum(parts.count)::int as count
        from (select action_id, result, count(*) as count from flow_action_executions group by action_id, result) as parts
        join flow_actions on flow_actions.id = parts.action_id
        where flow_actions.type = 'notification' group by 1, 2) as one) as deliveries,
      (select coalesce(extract(epoch from clock_timestamp() - min(parts.next_try))::float8, 0)
        from flow_action_executions as parts join flow_actions on flow_actions.id = parts.action_id
        where parts.is_ready and parts.end_time is null and parts.operation_id is null and parts.next_try <= clock_timestamp()
          and flow_actions.type = 'notification') as oldest_delivery_seconds,
      (select count(*)::int from flow_events) as events,
      (select coalesce(jsonb_agg(one), '[]') from (
        select status, count(*)::int as count from anomalies group by status) as one) as anomalies`.execute(
    database,
  )
  const [figures] = rows
  if (!figures) throw new Error('The database gave no row of figures.')
  return figures
}
