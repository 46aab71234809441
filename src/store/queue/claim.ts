import { sql } from 'kysely'
import type { Queryable } from '../pool.ts'

/** A unit in the hands of a worker. Every write in its name must carry `attempt`, the fencing token. */
export interface ClaimedUnit {
  id: number
  operation_id: number
  container_scan_id: number | null
  kind: string
  subject: Record<string, unknown>
  /** Counts the claims of its whole life. */
  attempt: number
  /** Counts the claims that came to no end; a unit whose workers keep dying shows here. */
  claims: number
  /** How often it failed with an error that was worth another try. */
  failures: number
}

/**
 * Takes the oldest open unit: one that waits, or one whose worker fell silent beyond its lease. Locks that row only and
 * skips rows locked by others, so any number of workers may call it at once; null when there is nothing to do. The
 * operation's first claim sets it running; it does not wait for that row, because an abort locks it before the units.
 */
export async function claimUnit(
  database: Queryable,
  worker: string,
  leaseSeconds: number,
): Promise<ClaimedUnit | null> {
  const { rows } = await sql<ClaimedUnit>`
    with next as (
      select id from units
      where (state = 'waiting' and not_before <= now()) or (state = 'running' and lease_until < now())
      order by id
      for update skip locked
      limit 1
    ), claimed as (
      update units
      set state = 'running', attempt = attempt + 1, claims = claims + 1, worker = ${worker},
          lease_until = now() + ${leaseSeconds} * interval '1 second'
      from next where units.id = next.id
      returning units.id, units.operation_id, units.container_scan_id, units.kind, units.subject, units.attempt, units.claims, units.failures
    ), opened as (
      select operations.id from operations join claimed on claimed.operation_id = operations.id
      where operations.result = 'queued'
      for no key update of operations skip locked
    ), started as (
      update operations set result = 'running', start_time = coalesce(start_time, now())
      from opened where operations.id = opened.id
    )
    select * from claimed`.execute(database)
  return rows[0] ?? null
}
