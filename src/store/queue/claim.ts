import { sql } from 'kysely'
import { DatabaseError } from 'pg'
import type { Queryable } from '../pool.ts'
import { prepared } from '../prepared.ts'
import { placeInLine } from './line.ts'

/** A unit in the hands of a worker. Every write in its name must carry `attempt`, the fencing token. */
export interface ClaimedUnit {
  id: number
  operation_id: number
  /** The datastore that it reads, which need not be that of its run; null when neither names one. */
  datastore_id: number | null
  container_scan_id: number | null
  kind: string
  subject: Record<string, unknown>
  /** Counts the claims of its whole life. */
  attempt: number
  /** Counts the claims that came to no end; a unit whose workers keep dying shows here. */
  claims: number
  /** The number of failures that were worth another try. */
  failures: number
  /** Its slot on a connection with a limit of units; null where there is no limit or no source to read. */
  slot: number | null
}

/** A unit in the hands of a worker, whatever it is about. */
export type HeldUnit = Omit<ClaimedUnit, 'subject'>

/** The index that keeps two units from having one slot. */
const slotsIndex = 'units_slots'

/** The longest that a unit waits for another try, seconds. */
export const longestPauseSeconds = 60

/**
 * True when a unit's lease has run out. One that ends later than twice its length from now was given before the clock of the
 * database was put back; a worker that lives gives itself another with its next heartbeat. Null, a lease that was given
 * back, is over too.
 */
const leaseIsOver = sql`(units.lease_until is null or units.lease_until < now()
  or units.lease_until > now() + 2 * coalesce(units.lease_seconds, 3600) * interval '1 second')`

/** Where a unit reads: where it says so, else in the datastore of its run. */
const itsDatastore = sql`coalesce(units.datastore_id, operations.datastore_id)`

/** True when a unit may be begun; one that waits for longer than any pause lasts was delayed before the clock was put back. */
const pauseIsOver = sql`(units.not_before <= now()
  or units.not_before > now() + 2 * ${longestPauseSeconds} * interval '1 second')`

/**
 * Takes the first open unit of all lines (see line.ts): one that waits and finds a free slot on its connection, or one whose worker fell silent
 * beyond its lease. Locks that row only and skips rows locked by others, so any number of workers may call it at once;
 * null when there is nothing to do. The operation's first claim sets it running, but for a plan
 * that reads no source: it is over at once, and who sees a run going sees how much there is to do. The claim does not wait
 * for the operation's row, because an abort locks it before the units.
 *
 * A connection's max_parallelization holds over all processes: the claim takes the lowest free slot up to it, two that
 * see the same take the same, and the unique index refuses the later one, which then looks again. An expired unit keeps
 * the slot that it has.
 *
 * Units of the datastores in `except` stay where they are.
 */
export async function claimUnit(
  database: Queryable,
  worker: string,
  leaseSeconds: number,
  except: readonly number[] = [],
): Promise<ClaimedUnit | null> {
  for (;;) {
    try {
      return await claimOnce(database, worker, leaseSeconds, except)
    } catch (error) {
      if (!isSlotTaken(error)) throw error
    }
  }
}

async function claimOnce(
  database: Queryable,
  worker: string,
  leaseSeconds: number,
  except: readonly number[],
): Promise<ClaimedUnit | null> {
  // Left out where it says nothing, so that the usual claim is planned without it.
  const isOfOthers =
    except.length === 0 ? sql`true` : sql`coalesce(${itsDatastore} <> all(${except}::bigint[]), true)`
  const { rows } = await sql<ClaimedUnit>`${prepared}
    with busy as (
      select connection_id, count(*) as units from units
      where connection_id is not null and (state = 'running' or (state = 'cancelled' and not ${leaseIsOver}))
      group by connection_id
    ), next as (
      select units.id, units.state = 'running' as is_taken_over, ${itsDatastore} as datastore_id, connections.id as connection_id,
             connections.max_parallelization, coalesce(busy.units, 0) as busy
      from units
      join operations on operations.id = units.operation_id
      left join datastores on datastores.id = ${itsDatastore}
      left join connections on connections.id = datastores.connection_id
      left join busy on busy.connection_id = connections.id
      where ${isOfOthers}
        and ((units.state = 'running' and ${leaseIsOver})
          or (units.state = 'waiting' and ${pauseIsOver}
              and (not units.needs_source or connections.max_parallelization is null
                   or coalesce(busy.units, 0) < connections.max_parallelization)))
      order by ${placeInLine}, units.id
      for update of units skip locked
      limit 1
    ), claimed as (
      update units
      set state = 'running', attempt = attempt + 1, claims = claims + 1, worker = ${worker},
          lease_until = now() + ${leaseSeconds} * interval '1 second', lease_seconds = ${leaseSeconds},
          connection_id = case when next.is_taken_over then units.connection_id when units.needs_source then next.connection_id end,
          slot = case
            when next.is_taken_over then units.slot
            when units.needs_source and next.max_parallelization is not null then (
              select min(free.slot) from generate_series(1, least(next.max_parallelization, next.busy + 1)::int) as free (slot)
              where not exists (select from units as held where held.connection_id = next.connection_id
                                and held.slot = free.slot and held.state = 'running'))
          end
      from next where units.id = next.id
      returning units.id, units.operation_id, next.datastore_id, units.container_scan_id, units.kind, units.subject, units.attempt, units.claims,
                units.failures, units.slot, units.needs_source
    ), opened as (
      select operations.id from operations join claimed on claimed.operation_id = operations.id
      where operations.result = 'queued' and (claimed.kind <> 'plan' or claimed.needs_source)
      for no key update of operations skip locked
    ), started as (
      update operations set result = 'running', start_time = coalesce(start_time, now())
      from opened where operations.id = opened.id
    )
    select id, operation_id, datastore_id, container_scan_id, kind, subject, attempt, claims, failures, slot from claimed`.execute(
    database,
  )
  return rows[0] ?? null
}

/**
 * Takes, of the next `most` waiting units of the same run and kind as a unit in hand, those that read where it does, so that they
 * can be done together. Which of them do is asked after they are found: PostgreSQL would expect next to none, and look at all.
 * Only for a unit without a slot: on a connection with a limit each unit is claimed for itself. One that a worker
 * did not survive is left to be done alone, so that it takes no others with it.
 */
export async function claimMore(
  database: Queryable,
  { id, operation_id, datastore_id, kind }: ClaimedUnit,
  worker: string,
  leaseSeconds: number,
  most: number,
): Promise<ClaimedUnit[]> {
  const { rows } = await sql<ClaimedUnit>`
    with next as (
      select units.id from units
      where units.operation_id = ${operation_id} and units.kind = ${kind} and units.state = 'waiting' and units.id > ${id}
        and units.claims = 0 and ${pauseIsOver}
      order by units.id
      for update skip locked
      limit ${most}
    )
    update units
    set state = 'running', attempt = units.attempt + 1, claims = units.claims + 1, worker = ${worker},
        lease_until = now() + ${leaseSeconds} * interval '1 second', lease_seconds = ${leaseSeconds},
        connection_id = first.connection_id
    from next, units as first
    where units.id = next.id and first.id = ${id} and first.slot is null
      and units.datastore_id is not distinct from first.datastore_id
    returning units.id, units.operation_id, ${datastore_id}::bigint as datastore_id, units.container_scan_id, units.kind,
              units.subject, units.attempt, units.claims, units.failures, units.slot`.execute(database)
  return rows.toSorted((one, other) => one.id - other.id)
}

function isSlotTaken(error: unknown): boolean {
  return error instanceof DatabaseError && error.code === '23505' && error.constraint === slotsIndex
}
