import { sql } from 'kysely'
import { Aborted } from '../../kernel/errors.ts'
import { lockOperation } from '../operations.ts'
import type { Queryable } from '../pool.ts'
import { prepared } from '../prepared.ts'
import { longestPauseSeconds, type HeldUnit } from './claim.ts'
import { heldUnits } from './held-units.ts'
import { behindLineOf, placeInLine } from './line.ts'

/** A unit to be: what it is called in its operation, and what it is about. */
export interface UnitSeed {
  kind: string
  container_scan_id?: number | null
  subject?: object
  /** The datastore that it reads, and on whose connection it waits for a slot; null (default): that of the operation. */
  datastore_id?: number | null
  /** False for a unit that reads nothing in the datastore, and so waits for no slot on its connection (default true). */
  needs_source?: boolean
  /** Whether it goes before all that began to wait after its run was started (default false). */
  goes_first?: boolean
}

/**
 * Locks the operation's row, which puts all commits of one operation in a line, and then ends the units, all of one
 * operation, provided that each is still in these hands; else throws Aborted, so that the caller's transaction leaves
 * nothing behind. Their rows are locked in the order of their ids, as heartbeats and aborts lock them.
 */
export async function finishUnits(transaction: Queryable, units: readonly HeldUnit[]): Promise<void> {
  const [first] = units
  if (!first) return
  await lockOperation(transaction, first.operation_id)
  const { rows } = await sql`${prepared}
    with held as (${heldUnits(units)})
    update units set state = 'done', ended = now(), message = null from held where units.id = held.id
    returning units.id`.execute(transaction)
  if (rows.length !== units.length) throw new Aborted('This unit of work was aborted or taken over.')
  if (units.some(({ slot }) => slot !== null)) await wakeWorkers(transaction)
}

/** Ends the unit as failed, or puts it back for another try after `retryAfterSeconds`, at most the longest pause; fenced like `finishUnits`. */
export async function failUnit(
  transaction: Queryable,
  unit: HeldUnit,
  message: string,
  retryAfterSeconds: number | null,
): Promise<void> {
  await lockOperation(transaction, unit.operation_id)
  const { numUpdatedRows } = await transaction
    .updateTable('units')
    .set(
      retryAfterSeconds === null
        ? { state: 'failed', ended: sql<string>`now()`, message }
        : {
            state: 'waiting',
            failures: unit.failures + 1,
            claims: 0,
            not_before: sql<string>`now() + ${Math.min(retryAfterSeconds, longestPauseSeconds)} * interval '1 second'`,
            message,
          },
    )
    .where('id', '=', unit.id)
    .where('attempt', '=', unit.attempt)
    .where('state', '=', 'running')
    .executeTakeFirst()
  if (numUpdatedRows === 0n) throw new Aborted('This unit of work was aborted or taken over.')
  if (unit.slot !== null) await wakeWorkers(transaction)
}

/**
 * Takes the open units of a run from whoever has them; the caller holds the operation's row. In the order of their ids, as
 * heartbeats lock them, so that neither waits for the other for ever.
 */
export async function cancelUnits(transaction: Queryable, operationId: number): Promise<void> {
  await sql`
    with open as (
      select id from units where operation_id = ${operationId} and state in ('waiting', 'running')
      order by id for no key update
    )
    update units set state = 'cancelled', ended = clock_timestamp(), left_at = null,
      worker = case state when 'running' then worker end
    from open where units.id = open.id`.execute(transaction)
}

/**
 * Says that nothing is done in the source any more for those of the units that were cancelled: their slots on the connection are
 * free from now on.
 */
export async function leaveUnits(database: Queryable, units: readonly HeldUnit[]): Promise<void> {
  const { numAffectedRows } = await sql`
    update units set lease_until = null, left_at = clock_timestamp()
    from unnest(${units.map(({ id }) => id)}::bigint[], ${units.map(({ attempt }) => attempt)}::int[]) as known (id, attempt)
    where units.id = known.id and units.attempt = known.attempt and units.state = 'cancelled'`.execute(
    database,
  )
  if (Number(numAffectedRows ?? 0) > 0) await wakeWorkers(database)
}

/** Gives units back untouched, as a worker that stops does; others take them at once. Answers the ids of those that were held. */
export async function releaseUnits(
  database: Queryable,
  units: readonly HeldUnit[],
): Promise<ReadonlySet<number>> {
  if (units.length === 0) return new Set()
  const { rows } = await sql<{ id: number }>`
    with held as (${heldUnits(units)})
    update units set state = 'waiting', claims = 0, worker = null, lease_until = null
    from held where units.id = held.id
    returning units.id`.execute(database)
  await wakeWorkers(database)
  return new Set(rows.map(({ id }) => id))
}

/** Puts units in the lines of the datastores that they read, in this order, and tells the workers when the transaction commits. */
export async function addUnits(
  transaction: Queryable,
  operationId: number,
  seeds: readonly UnitSeed[],
): Promise<void> {
  if (seeds.length === 0) return
  // As one value: a container may have more partitions than a statement may have values.
  const given = seeds.map(({ subject = {}, needs_source = true, goes_first = false, ...seed }) => ({
    ...seed,
    subject,
    needs_source,
    goes_first,
  }))
  await sql`
    with given as (
      select given.*, coalesce(given.datastore_id, run.datastore_id, 0) as line_of
      from (select datastore_id from operations where id = ${operationId}) as run,
        rows from (jsonb_to_recordset(${JSON.stringify(given)}::jsonb)
          as (container_scan_id bigint, kind text, subject jsonb, datastore_id bigint, needs_source boolean, goes_first boolean))
        with ordinality
        as given (container_scan_id, kind, subject, datastore_id, needs_source, goes_first, number)
    ), lines as materialized (
      select line_of, ${behindLineOf(sql`datastores.line_of`)} as behind from (select distinct line_of from given) as datastores
    ), added as (
      insert into units (operation_id, container_scan_id, kind, subject, datastore_id, needs_source, line_of, line)
      select ${operationId}, container_scan_id, kind, subject, datastore_id, needs_source, line_of,
             case when goes_first then (select min(${placeInLine}) from units where operation_id = ${operationId})
               else behind + row_number() over (partition by line_of order by number) end
      from given join lines using (line_of)
      order by number
    )
    select ${waking}`.execute(transaction)
}

/**
 * Locks the operation's row for a part of a unit's work that is committed before its end; throws Aborted when the unit is
 * not in these hands any more.
 */
export async function holdUnit(
  transaction: Queryable,
  { id, attempt, operation_id }: HeldUnit,
): Promise<void> {
  await lockOperation(transaction, operation_id)
  const held = await transaction
    .selectFrom('units')
    .select('id')
    .where('id', '=', id)
    .where('attempt', '=', attempt)
    .where('state', '=', 'running')
    .executeTakeFirst()
  if (!held) throw new Aborted('This unit of work was aborted or taken over.')
}

/** How many units are neither done nor given up: none, one, or some. Not more is counted: a run may have many, and each that ends asks. */
export async function openUnits(
  transaction: Queryable,
  operationId: number,
): Promise<'none' | 'one' | 'some'> {
  const open = await transaction
    .selectFrom('units')
    .select('id')
    .where('operation_id', '=', operationId)
    .where('state', 'in', ['waiting', 'running'])
    .limit(2)
    .modifyFront(prepared)
    .execute()
  return open.length === 0 ? 'none' : open.length === 1 ? 'one' : 'some'
}

/** The channel that workers listen on. */
export const unitsChannel = 'assay_units'

/** Tells the workers that there is something to do, when the transaction commits. */
export async function wakeWorkers(database: Queryable): Promise<void> {
  await database.selectNoFrom(waking.as('woken')).execute()
}

const waking = sql`pg_notify(${unitsChannel}, '')`

/** A failed unit that is about the run as a whole, not about a container of it; undefined when there is none. */
export async function firstFailureOfRun(transaction: Queryable, operationId: number) {
  return transaction
    .selectFrom('units')
    .select('message')
    .where('operation_id', '=', operationId)
    .where('container_scan_id', 'is', null)
    .where('state', '=', 'failed')
    .executeTakeFirst()
}
