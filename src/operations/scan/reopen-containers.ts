import { sql } from 'kysely'
import type { Queryable } from '../../store/pool.ts'

/**
 * Puts the unfinished containers of a run that is resumed back in line, and forgets the partitions that failed. A
 * container that its schema stopped has a unit that is done; it is judged anew.
 */
export async function reopenContainers(transaction: Queryable, operationId: number): Promise<void> {
  await sql`
    update units set state = 'failed'
    from operation_containers
    where units.operation_id = ${operationId} and units.kind = 'container' and units.state = 'done'
      and operation_containers.id = units.container_scan_id and operation_containers.result = 'failure'
      and not exists (select from units as parts where parts.container_scan_id = units.container_scan_id and parts.kind = 'partition')`.execute(
    transaction,
  )
  await transaction
    .deleteFrom('partition_scans')
    .where('result', '=', 'failure')
    .where('container_scan_id', 'in', (query) =>
      query
        .selectFrom('operation_containers')
        .select('operation_containers.id')
        .where('operation_id', '=', operationId),
    )
    .execute()
  await transaction
    .updateTable('operation_containers')
    .set({ result: 'queued', end_time: null, message: null })
    .where('operation_id', '=', operationId)
    .where('result', 'in', ['aborted', 'failure'])
    .execute()
}
