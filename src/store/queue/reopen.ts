import { sql } from 'kysely'
import type { Queryable } from '../pool.ts'
import { wakeWorkers } from './finish.ts'
import { behindLineOf, placeInLine } from './line.ts'

/**
 * Makes the units of a run that were given up or cancelled wait again, with their tries forgotten. `attempt` goes on
 * counting, because it is what fences off a worker of before. They go to the end of their line; units that are done stay done.
 */
export async function reopenUnits(transaction: Queryable, operationId: number): Promise<void> {
  await sql`
    with again as (
      select units.id, coalesce(units.datastore_id, operations.datastore_id, 0) as line_of, ${placeInLine} as place
      from units join operations on operations.id = units.operation_id
      where units.operation_id = ${operationId} and units.state in ('failed', 'cancelled')
    ), lines as materialized (
      select line_of, ${behindLineOf(sql`datastores.line_of`)} as behind from (select distinct line_of from again) as datastores
    ), placed as (
      select id, line_of, behind + row_number() over (partition by line_of order by place, id) as line from again join lines using (line_of)
    )
    update units
    set state = 'waiting', failures = 0, claims = 0, message = null, ended = null, worker = null, left_at = null, not_before = now(),
        line_of = placed.line_of, line = placed.line
    from placed where units.id = placed.id`.execute(transaction)
  // What ended a server before may be mended by now.
  await transaction
    .updateTable('operation_containers')
    .set({ lost_statements: null })
    .where('operation_id', '=', operationId)
    .where('lost_statements', 'is not', null)
    .execute()
  await wakeWorkers(transaction)
}
