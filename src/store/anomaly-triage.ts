import type { AnomalyStatus } from '../model/anomaly.ts'
import type { Person } from '../model/user.ts'
import { isAmong } from './paging.ts'
import type { Queryable } from './pool.ts'
import { prepared } from './prepared.ts'

/** An anomaly as it is just before a change. */
export interface LockedAnomaly {
  id: number
  container_id: number
  identity: string
  status: AnomalyStatus
  description: string | null
}

/** The author and the time of a change of status. */
export interface Authorship {
  user_id: number
  now: string
}

/**
 * The anomalies of these ids that still exist, theirs until the transaction ends. Locked in the order of their
 * identities, as scans do, so that neither waits for the other for ever.
 */
export async function lockAnomalies(
  transaction: Queryable,
  ids: readonly number[],
): Promise<Map<number, LockedAnomaly>> {
  if (ids.length === 0) return new Map()
  const rows = await transaction
    .selectFrom('anomalies')
    .select(['id', 'container_id', 'identity', 'status', 'description'])
    .where('id', 'in', ids)
    .orderBy('identity')
    .orderBy('id')
    .forUpdate()
    .execute()
  return new Map(rows.map((row) => [row.id, row]))
}

/** Gives the anomaly another status and remembers who did; nothing happens when it has that status. It is then no Duplicate of another. */
export async function changeStatus(
  transaction: Queryable,
  { id, status: from_status }: LockedAnomaly,
  to_status: AnomalyStatus,
  isArchived: boolean,
  { user_id, now }: Authorship,
): Promise<void> {
  if (from_status === to_status) return
  await transaction
    .updateTable('anomalies')
    .set({ status: to_status, archived_at: isArchived ? now : null, is_new: false, duplicate_of: null })
    .where('id', '=', id)
    .execute()
  await transaction
    .insertInto('anomaly_status_changes')
    .values({ anomaly_id: id, from_status, to_status, user_id, created: now })
    .execute()
}

/** Says of a Duplicate which anomaly says the same. */
export async function nameOriginal(transaction: Queryable, id: number, original: number): Promise<void> {
  await transaction.updateTable('anomalies').set({ duplicate_of: original }).where('id', '=', id).execute()
}

/** Null takes the description away. */
export async function describeAnomaly(
  transaction: Queryable,
  id: number,
  description: string | null,
): Promise<void> {
  await transaction.updateTable('anomalies').set({ description }).where('id', '=', id).execute()
}

/** They go with all that belongs to them: source records, comments, history. */
export async function deleteAnomalies(transaction: Queryable, ids: readonly number[]): Promise<void> {
  await transaction.deleteFrom('anomalies').where('id', 'in', ids).execute()
}

/** Gives the anomaly exactly these assignees. */
export async function replaceAssignees(
  transaction: Queryable,
  anomalyId: number,
  userIds: readonly number[],
): Promise<void> {
  await transaction.deleteFrom('anomaly_assignees').where('anomaly_id', '=', anomalyId).execute()
  const rows = [...new Set(userIds)].map((user_id) => ({ anomaly_id: anomalyId, user_id }))
  if (rows.length > 0) await transaction.insertInto('anomaly_assignees').values(rows).execute()
}

/** The living assignees of each anomaly, by user name; an anomaly without any is absent from the map. */
export async function assigneesOf(
  database: Queryable,
  anomalyIds: readonly number[],
): Promise<Map<number, Person[]>> {
  if (anomalyIds.length === 0) return new Map()
  const rows = await database
    .selectFrom('anomaly_assignees')
    .innerJoin('users', 'users.id', 'anomaly_assignees.user_id')
    .modifyFront(prepared)
    .select(['anomaly_id', 'users.id', 'users.id as user_id', 'users.user_name', 'users.name', 'users.email'])
    .where(isAmong('anomaly_id', anomalyIds))
    .where('users.deleted_at', 'is', null)
    .orderBy('users.user_name')
    .execute()
  const assignees = new Map<number, Person[]>()
  for (const { anomaly_id, ...person } of rows) {
    assignees.set(anomaly_id, [...(assignees.get(anomaly_id) ?? []), person])
  }
  return assignees
}
