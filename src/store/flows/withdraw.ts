import { sql } from 'kysely'
import type { Queryable } from '../pool.ts'

/**
 * Puts one sentence in the place of what flows have told about these containers: messages in the inbox, and what receivers said,
 * who may have quoted theirs. What was sent elsewhere is out of reach.
 */
export async function withdrawMessages(
  transaction: Queryable,
  containerIds: readonly number[],
  sentence: string,
): Promise<void> {
  const told = sql`
    select parts.id, parts.delivery_id from flow_action_executions as parts
    join flow_executions as executions on executions.id = parts.execution_id
    where exists (select from anomalies where anomalies.id = any(executions.anomaly_ids)
                  and anomalies.container_id = any(${containerIds}::bigint[]))
       or exists (select from operation_containers as touched where touched.operation_id = executions.operation_id
                  and touched.container_id = any(${containerIds}::bigint[]))`
  await sql`
    with told as materialized (${told}), quoted as (
      update flow_action_executions set message = ${sentence}
      where id in (select id from told) and message is not null and result in ('running', 'failure'))
    update inbox_messages set message = ${sentence}
    where delivery_id in (select delivery_id::text from told)`.execute(transaction)
}
