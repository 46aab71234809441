import { sql, type Insertable, type Selectable } from 'kysely'
import type { PageRequest } from '../kernel/page.ts'
import { unfinishedResults, type LogLevel, type OperationResult } from '../model/operation.ts'
import { fetchPage } from './paging.ts'
import type { Queryable } from './pool.ts'
import { prepared } from './prepared.ts'
import type { Database } from './schema.ts'

/** An operation as it is stored, without its containers. */
export type OperationRow = Selectable<Database['operations']>

/** Null when there is no such operation. */
export async function findOperation(database: Queryable, id: number): Promise<OperationRow | null> {
  return (await database.selectFrom('operations').selectAll().where('id', '=', id).executeTakeFirst()) ?? null
}

/**
 * The operation, held until the transaction ends; null when there is none. Commits of its units, and the verbs that control
 * it, all take this lock, and before it none that another of them takes after it. `forDeletion` also waits for those who
 * have only written rows that refer to it.
 */
export async function lockOperation(
  transaction: Queryable,
  id: number,
  forDeletion = false,
): Promise<OperationRow | null> {
  const query = transaction.selectFrom('operations').selectAll().where('id', '=', id)
  const locked = forDeletion ? query.forUpdate() : query.forNoKeyUpdate()
  return (await locked.executeTakeFirst()) ?? null
}

/** Adds to the numbers of an operation's `status`; a member that is not there yet starts at 0. */
export async function addToStatus(
  transaction: Queryable,
  operationId: number,
  increments: Record<string, number>,
): Promise<void> {
  const merged = Object.entries(increments).filter(([, by]) => by !== 0)
  if (merged.length === 0) return
  await sql`${prepared}
    update operations set status = status || (
      select jsonb_object_agg(added.name, coalesce((status ->> added.name)::bigint, 0) + added.number::bigint)
      from jsonb_each_text(${JSON.stringify(Object.fromEntries(merged))}::jsonb) as added (name, number))
    where id = ${operationId}`.execute(transaction)
}

/** Writes a run, queued and without units. */
export async function insertOperation(
  transaction: Queryable,
  columns: Insertable<Database['operations']>,
): Promise<OperationRow> {
  return transaction.insertInto('operations').values(columns).returningAll().executeTakeFirstOrThrow()
}

/** The record of a run; anomalies and container scans stay. */
export async function deleteOperation(transaction: Queryable, id: number): Promise<void> {
  await transaction.deleteFrom('operations').where('id', '=', id).execute()
}

/** Sets the end state once: an operation that has ended keeps its result. */
export async function endOperation(
  transaction: Queryable,
  operationId: number,
  result: OperationResult,
  message: string | null,
): Promise<void> {
  await transaction
    .updateTable('operations')
    .set({
      result,
      message,
      // A claim that met the row locked has left it queued.
      start_time: sql<string>`coalesce(start_time, clock_timestamp())`,
      end_time: sql<string>`clock_timestamp()`,
    })
    .where('id', '=', operationId)
    .where('result', 'in', unfinishedResults)
    .execute()
}

/** A line of the run's own log; `containerId` null when it is about the run as a whole. */
export async function logToOperation(
  database: Queryable,
  operationId: number,
  level: LogLevel,
  message: string,
  containerId: number | null = null,
): Promise<void> {
  await database
    .insertInto('operation_logs')
    .values({ operation_id: operationId, container_id: containerId, level, message })
    .execute()
}

/** The same unless the log says so of the container already; the caller holds the lock on the operation's row. */
export async function logOnceToOperation(
  database: Queryable,
  operationId: number,
  level: LogLevel,
  message: string,
  containerId: number,
): Promise<void> {
  const said = await database
    .selectFrom('operation_logs')
    .select('id')
    .where('operation_id', '=', operationId)
    .where('container_id', '=', containerId)
    .where('message', '=', message)
    .executeTakeFirst()
  if (!said) await logToOperation(database, operationId, level, message, containerId)
}

/** One page of a run's log, oldest first. */
export function listLog(database: Queryable, operationId: number, request: PageRequest) {
  const query = database
    .selectFrom('operation_logs')
    .select(['id', 'created', 'level', 'message', 'container_id'])
    .where('operation_id', '=', operationId)
    .orderBy('id')
  return fetchPage(query, request)
}

/** True when something was said in a run's log. */
export async function hasLog(database: Queryable, operationId: number): Promise<boolean> {
  const row = await database
    .selectFrom('operation_logs')
    .select('id')
    .where('operation_id', '=', operationId)
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

/** The number of a run's log entries that are more than information. */
export async function countRemarks(database: Queryable, operationId: number): Promise<number> {
  const { count } = await database
    .selectFrom('operation_logs')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('operation_id', '=', operationId)
    .where('level', '<>', 'info')
    .executeTakeFirstOrThrow()
  return Number(count)
}

/** A run on the datastore that one of these triggers started and that has not ended; undefined when there is none. */
export function findUnfinishedRun(
  database: Queryable,
  datastoreId: number,
  triggers: readonly string[],
): Promise<Pick<OperationRow, 'id' | 'type'> | undefined> {
  return database
    .selectFrom('operations')
    .select(['id', 'type'])
    .where('datastore_id', '=', datastoreId)
    .where(sql<boolean>`trigger_type = any(${triggers}::text[])`)
    .where('result', 'in', unfinishedResults)
    .limit(1)
    .executeTakeFirst()
}

/** Ends a run as aborted, now. */
export async function markAborted(transaction: Queryable, id: number): Promise<void> {
  await transaction
    .updateTable('operations')
    .set({ result: 'aborted', end_time: sql<string>`clock_timestamp()` })
    .where('id', '=', id)
    .execute()
}

/** Puts a run that has ended back in line, under a new dispatch time. */
export async function dispatchAgain(transaction: Queryable, id: number): Promise<void> {
  await transaction
    .updateTable('operations')
    .set({ result: 'queued', message: null, end_time: null, dispatched: sql<string>`clock_timestamp()` })
    .where('id', '=', id)
    .execute()
}

/** So many earlier runs are looked after. */
const mostLeft = 5

/**
 * The ids of the newest runs of one type in a datastore, of those before this one, that have ended, without success or without one of their
 * containers, newest first: they may have left a table behind, because they were aborted when nobody worked on them, their store was
 * out of reach, or the container was deleted half copied.
 */
export async function incompleteBefore(
  database: Queryable,
  { id, type, datastore_id }: Pick<OperationRow, 'id' | 'type' | 'datastore_id'>,
): Promise<number[]> {
  const rows = await database
    .selectFrom('operations')
    .select('id')
    .where('datastore_id', '=', datastore_id)
    .where('type', '=', type)
    .where(
      sql<boolean>`(result in ('aborted', 'failure') or (status ->> 'containers_analyzed')::int < (status ->> 'total_containers')::int)`,
    )
    .where('end_time', 'is not', null)
    .where('id', '<', id)
    .orderBy('id', 'desc')
    .limit(mostLeft)
    .execute()
  return rows.map((row) => row.id)
}
