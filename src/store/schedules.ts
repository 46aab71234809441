import { sql, type Insertable, type Selectable, type Updateable } from 'kysely'
import type { PageRequest } from '../kernel/page.ts'
import type { ScheduleStub } from '../model/operation-record.ts'
import type { Principal } from '../model/principal.ts'
import { fetchPage, type IdQuery } from './paging.ts'
import type { Queryable } from './pool.ts'
import type { Database } from './schema.ts'
import { datastoreType } from './datastores.ts'

/** A schedule as it is stored. */
export type ScheduleRow = Selectable<Database['schedules']>

/** The channel that schedulers listen on. */
export const schedulesChannel = 'assay_schedules'

/** Tells the schedulers that a tick may have come nearer, when the transaction commits. */
export async function wakeSchedulers(database: Queryable): Promise<void> {
  await sql`select pg_notify(${schedulesChannel}, '')`.execute(database)
}

/** Undefined when there is none, or it was deleted. `lock` holds it until the transaction ends (default: no lock). */
export function findSchedule(
  database: Queryable,
  id: number,
  lock?: 'lock',
): Promise<ScheduleRow | undefined> {
  const query = database
    .selectFrom('schedules')
    .selectAll()
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
  return (lock ? query.forUpdate() : query).executeTakeFirst()
}

/** Schedules that are not deleted, with the names of their datastores and owners. */
function shownSchedules(database: Queryable) {
  return database
    .selectFrom('schedules')
    .innerJoin('datastores', 'datastores.id', 'schedules.datastore_id')
    .innerJoin('users', 'users.id', 'schedules.owner_id')
    .selectAll('schedules')
    .select(['datastores.name as datastore_name', datastoreType, 'users.user_name as owner'])
    .where('schedules.deleted_at', 'is', null)
}

/** As it is shown; undefined when there is none, or it was deleted. */
export async function findShownSchedule(database: Queryable, id: number) {
  return shownSchedules(database).where('schedules.id', '=', id).executeTakeFirst()
}

/** Absent members do not filter. */
export interface ScheduleFilter {
  datastore?: number[]
  type?: string[]
  deactivated?: boolean
}

/** One page of the schedules in the datastores of `visible`, newest first. */
export async function listSchedules(
  database: Queryable,
  visible: IdQuery,
  filter: ScheduleFilter,
  request: PageRequest,
) {
  let query = shownSchedules(database)
    .where('schedules.datastore_id', 'in', visible)
    .orderBy('schedules.id', 'desc')
  if (filter.datastore?.length) query = query.where('schedules.datastore_id', 'in', filter.datastore)
  if (filter.type?.length) query = query.where('schedules.trigger_type', 'in', filter.type)
  if (filter.deactivated !== undefined) query = query.where('deactivated', '=', filter.deactivated)
  return fetchPage(query, request)
}

/** Returns its id. */
export async function insertSchedule(
  transaction: Queryable,
  columns: Insertable<Database['schedules']>,
): Promise<number> {
  const { id } = await transaction
    .insertInto('schedules')
    .values(columns)
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** Sets these columns of the schedule; the others stay. */
export async function setSchedule(
  transaction: Queryable,
  id: number,
  columns: Updateable<Database['schedules']>,
): Promise<void> {
  await transaction.updateTable('schedules').set(columns).where('id', '=', id).execute()
}

/** The schedule of each row of `operations`, deleted or not; null when a person started the run. */
export const scheduleOfRun = sql<ScheduleStub | null>`(
  select jsonb_build_object('id', schedules.id, 'name', schedules.name, 'crontab', schedules.crontab,
    'timezone', schedules.timezone, 'deactivated', schedules.deactivated)
  from schedules where schedules.id = operations.schedule_id)`

/** The same for one run; `id` null gives null. */
export async function findScheduleStub(database: Queryable, id: number | null): Promise<ScheduleStub | null> {
  if (id === null) return null
  const stub = await database
    .selectFrom('schedules')
    .select(['id', 'name', 'crontab', 'timezone', 'deactivated'])
    .where('id', '=', id)
    .executeTakeFirst()
  return stub ?? null
}

/**
 * Takes the schedule whose tick waits longest, and holds it until the transaction ends; null when none is due. Locks the
 * schedule and, for its key only, the datastore, in one statement that waits for neither: what another scheduler holds is
 * skipped, and so is a schedule whose datastore is being deleted.
 */
export async function claimDueSchedule(
  transaction: Queryable,
  now: Date,
): Promise<(ScheduleRow & { next_run: string }) | null> {
  const row = await transaction
    .selectFrom('schedules')
    .innerJoin('datastores', 'datastores.id', 'schedules.datastore_id')
    .selectAll('schedules')
    .where('next_run', '<=', now.toISOString())
    .orderBy('next_run')
    .orderBy('schedules.id')
    .limit(1)
    .modifyEnd(sql`for update of schedules skip locked for key share of datastores skip locked`)
    .executeTakeFirst()
  return row && row.next_run !== null ? { ...row, next_run: row.next_run } : null
}

/** When the next tick waits; null when no schedule is active. */
export async function nextDue(database: Queryable): Promise<Date | null> {
  const { next } = await database
    .selectFrom('schedules')
    .select(({ fn }) => fn.min('next_run').as('next'))
    .executeTakeFirstOrThrow()
  return next === null ? null : new Date(next)
}

/** In whose name the schedule acts, with the role of now; undefined when that user was deleted. */
export async function findOwner(
  database: Queryable,
  { id, owner_id }: Pick<ScheduleRow, 'id' | 'owner_id'>,
): Promise<Principal | undefined> {
  const owner = await database
    .selectFrom('users')
    .select(['id as user_id', 'user_name', 'role'])
    .where('id', '=', owner_id)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
  return owner && { ...owner, actor: { kind: 'schedule', id } }
}

/** An active schedule of the datastore for one of these triggers; undefined when there is none. */
export function findActiveSchedule(
  database: Queryable,
  datastoreId: number,
  triggers: readonly string[],
): Promise<Pick<ScheduleRow, 'id' | 'trigger_type'> | undefined> {
  return database
    .selectFrom('schedules')
    .select(['id', 'trigger_type'])
    .where('datastore_id', '=', datastoreId)
    .where(sql<boolean>`trigger_type = any(${triggers}::text[])`)
    .where('deactivated', '=', false)
    .where('deleted_at', 'is', null)
    .limit(1)
    .executeTakeFirst()
}
