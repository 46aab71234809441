import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import type { Queryable } from './pool.ts'

/** So long a process that writes to an enrichment datastore keeps others from it without renewing that. */
const leaseSeconds = 60
/** The tries before results are given up, about three days. */
const mostTries = 80
/** Container scans that are written together. */
const mostTogether = 500

/** Results that a process has taken to write; those of one enrichment datastore. */
export interface ClaimedDeliveries {
  holder: string
  enrich_datastore_id: number
  name: string
  deliveries: { id: number; operation_id: number; container_scan_id: number }[]
  /** False: there may be more that wait. */
  are_all: boolean
}

/**
 * Takes results that wait for an enrichment datastore to which nobody else writes now: those of a run at once, others when they
 * are due. `busy` when all that wait are another process's; null when none do.
 */
export async function claimDeliveries(
  database: Queryable,
  operationId: number | null,
): Promise<ClaimedDeliveries | 'busy' | null> {
  const { rows: found } = await sql<{ id: number; name: string; is_held: boolean }>`
    select datastores.id, datastores.name, bool_or(held.id is not null) as is_held
    from enrichment_deliveries as waiting
    join datastores on datastores.id = waiting.enrich_datastore_id
    left join enrichment_deliveries as held
      on held.enrich_datastore_id = waiting.enrich_datastore_id and held.lease_until > clock_timestamp()
    where not waiting.is_given_up and ${ofRunOrDue(operationId)}
    group by datastores.id order by is_held, min(waiting.id)`.execute(database)
  const [store] = found
  if (!store) return null
  if (store.is_held) return 'busy'
  const claimed = await database
    .transaction()
    .execute((transaction) => claimOf(transaction, store, operationId))
  if (claimed === 'busy') return claimed
  return { ...claimed, are_all: claimed.deliveries.length < mostTogether && found.length === 1 }
}

async function claimOf(
  transaction: Queryable,
  { id, name }: { id: number; name: string },
  operationId: number | null,
): Promise<Omit<ClaimedDeliveries, 'are_all'> | 'busy'> {
  const holder = randomUUID()
  // Of two that claim for the same datastore the second sees the lease of the first.
  await sql`select pg_advisory_xact_lock(hashtextextended('enrichment delivery', ${id}))`.execute(transaction)
  const { rows } = await sql<ClaimedDeliveries['deliveries'][number]>`
    update enrichment_deliveries set holder = ${holder}, lease_until = clock_timestamp() + ${leaseSeconds} * interval '1 second'
    where id in (
      select waiting.id from enrichment_deliveries as waiting
      where waiting.enrich_datastore_id = ${id} and not waiting.is_given_up and ${ofRunOrDue(operationId)}
        and not exists (select from enrichment_deliveries as held
                        where held.enrich_datastore_id = ${id} and held.lease_until > clock_timestamp())
      order by waiting.id limit ${mostTogether})
    returning id, operation_id, container_scan_id`.execute(transaction)
  return rows.length === 0 ? 'busy' : { holder, enrich_datastore_id: id, name, deliveries: rows }
}

const ofRunOrDue = (operationId: number | null) =>
  operationId === null
    ? sql<boolean>`waiting.next_try <= clock_timestamp()`
    : sql<boolean>`waiting.operation_id = ${operationId}`

/** Keeps others away for as long again; false when the time was over, and another process may write. */
export async function renewDeliveries(database: Queryable, holder: string): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update enrichment_deliveries set lease_until = clock_timestamp() + ${leaseSeconds} * interval '1 second'
    where holder = ${holder} and lease_until > clock_timestamp()`.execute(database)
  return (numAffectedRows ?? 0n) > 0n
}

/** A run of which results were written at last, after tries that failed. */
export interface LateDelivery {
  operation_id: number
  tries: number
}

/** Forgets what was written; the runs whose results needed more than one try. */
export async function finishDeliveries(database: Queryable, holder: string): Promise<LateDelivery[]> {
  const { rows } = await sql<LateDelivery>`
    with done as (delete from enrichment_deliveries where holder = ${holder} returning operation_id, tries)
    select operation_id, max(tries) as tries from done where tries > 0 group by operation_id`.execute(
    database,
  )
  return rows
}

/** Puts what could not be written back in line, later after every try; the runs whose results are given up by that. */
export async function postponeDeliveries(
  database: Queryable,
  holder: string,
  message: string,
): Promise<number[]> {
  const { rows } = await sql<{ operation_id: number }>`
    with kept as (
      update enrichment_deliveries
      set tries = tries + 1, message = ${message}, is_given_up = tries + 1 >= ${mostTries}, holder = null, lease_until = null,
          next_try = clock_timestamp() + least(5 * power(2, least(tries, 20)), 3600) * interval '1 second'
      where holder = ${holder} returning operation_id, is_given_up)
    select distinct operation_id from kept where is_given_up`.execute(database)
  return rows.map(({ operation_id }) => operation_id)
}

/** Gives back what was not tried to its end, because the process stops. */
export async function releaseDeliveries(database: Queryable, holder: string): Promise<void> {
  await sql`update enrichment_deliveries set holder = null, lease_until = null where holder = ${holder}`.execute(
    database,
  )
}

/** Notes why the results of the run that wait were not written, where nothing is said of that: whoever tried cannot say so. */
export async function noteLostTry(database: Queryable, operationId: number, message: string): Promise<void> {
  await sql`update enrichment_deliveries set tries = tries + 1, message = ${message}
    where operation_id = ${operationId} and message is null`.execute(database)
}

/** Whether results of the run wait to be written. */
export async function hasDeliveries(database: Queryable, operationId: number): Promise<boolean> {
  const row = await database
    .selectFrom('enrichment_deliveries')
    .select('id')
    .where('operation_id', '=', operationId)
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

/** Why results of the run could not be written so far, and where to; null when none were tried in vain. */
export async function failedDelivery(
  database: Queryable,
  operationId: number,
): Promise<{ name: string; message: string } | null> {
  const row = await database
    .selectFrom('enrichment_deliveries')
    .innerJoin('datastores', 'datastores.id', 'enrichment_deliveries.enrich_datastore_id')
    .select(['datastores.name', 'message'])
    .where('operation_id', '=', operationId)
    .where('message', 'is not', null)
    .limit(1)
    .executeTakeFirst()
  return row?.message == null ? null : { name: row.name, message: row.message }
}
