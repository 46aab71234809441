import { sql } from 'kysely'
import type { Queryable } from '../pool.ts'
import type { HeldUnit } from './claim.ts'

/**
 * Gives the session the name of the unit's claim until the transaction ends, so that whoever takes the unit over can end
 * it. It may wait for a source as long as that takes, unlike every other transaction (see pool.ts).
 */
export async function nameCommit(transaction: Queryable, unit: HeldUnit): Promise<void> {
  await sql`select set_config('application_name', ${nameOf(unit.id, unit.attempt)}, true),
    set_config('idle_in_transaction_session_timeout', '0', true)`.execute(transaction)
}

/**
 * Ends the sessions in which earlier claims of this unit are still being committed. A process that is stopped, or whose
 * machine is out of reach, keeps its locks for as long as its session lives; whatever it wrote would be refused.
 */
export async function endEarlierCommits(database: Queryable, unit: HeldUnit): Promise<void> {
  if (unit.attempt === 1) return
  const earlier = Array.from({ length: unit.attempt - 1 }, (_, index) => nameOf(unit.id, index + 1))
  await sql`select pg_terminate_backend(pid) from pg_stat_activity
    where datname = current_database() and application_name = any(${earlier})`.execute(database)
}

/**
 * Ends the sessions in which units are being committed whose leases ran out a lease ago, by the lengths that they were given. Whoever
 * waits for a lock of such a session is not there to take the unit over.
 */
export async function endOverdueCommits(database: Queryable): Promise<void> {
  await sql`with commits as (
      select pid, substring(application_name from '^assay-unit-([0-9]+)-[0-9]+$')::bigint as unit_id
      from pg_stat_activity where datname = current_database() and application_name like 'assay-unit-%'
    )
    select pg_terminate_backend(commits.pid) from commits join units on units.id = commits.unit_id
    where units.lease_until + units.lease_seconds * interval '1 second' < now()`.execute(database)
}

const nameOf = (unitId: number, attempt: number) => `assay-unit-${unitId}-${attempt}`
