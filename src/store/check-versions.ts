import { sql } from 'kysely'
import type { PageRequest } from '../kernel/page.ts'
import type { CheckDefinition } from '../model/check.ts'
import type { Clock } from './clock.ts'
import { fetchPage } from './paging.ts'
import type { Queryable } from './pool.ts'

/** Who writes a version, and what it tests and says; the time is that of the statement. */
export interface VersionStamp {
  clock: Clock
  editor: string
  definition: object
}

/** Opens version `number` at `now` and ends the one before it. */
export async function addVersion(
  transaction: Queryable,
  checkId: number,
  number: number,
  { now, editor, definition }: { now: string; editor: string; definition: object },
): Promise<void> {
  await transaction
    .updateTable('quality_check_versions')
    .set({ valid_to: now })
    .where('quality_check_id', '=', checkId)
    .where('valid_to', 'is', null)
    .execute()
  await transaction
    .insertInto('quality_check_versions')
    .values({
      quality_check_id: checkId,
      number,
      valid_from: now,
      valid_to: null,
      edited_by: editor,
      definition: JSON.stringify(definition),
    })
    .execute()
}

/** What a version of a check tested. */
export interface TestedVersion {
  quality_check_id: number
  definition: Omit<CheckDefinition, 'id'>
}

/** All versions of the checks of a container. */
export async function versionsOfContainer(
  database: Queryable,
  containerId: number,
): Promise<TestedVersion[]> {
  const { rows } = await sql<TestedVersion>`
    select quality_check_id, definition from quality_check_versions
    join quality_checks on quality_checks.id = quality_check_id
    where container_id = ${containerId}`.execute(database)
  return rows
}

/** All versions of these checks. */
export async function versionsOfChecks(
  database: Queryable,
  checkIds: readonly number[],
): Promise<TestedVersion[]> {
  if (checkIds.length === 0) return []
  const { rows } = await sql<TestedVersion>`
    select quality_check_id, definition from quality_check_versions
    where quality_check_id = any(${checkIds}::bigint[])`.execute(database)
  return rows
}

const shownVersions = (database: Queryable, checkId: number) =>
  database
    .selectFrom('quality_check_versions')
    .select(['number', 'valid_from', 'valid_to', 'edited_by', 'definition'])
    .where('quality_check_id', '=', checkId)
    .orderBy('number', 'desc')

/** A version of a check: its definition, who made it, and from when until when it was in force (`valid_to` null: still). */
export type VersionRow = NonNullable<Awaited<ReturnType<typeof findVersion>>>

/** The version in force at that time (null: now); undefined before the check was made. */
export async function findVersion(database: Queryable, checkId: number, at: string | null) {
  let query = shownVersions(database, checkId)
  if (at !== null) query = query.where('valid_from', '<=', at)
  return query.limit(1).executeTakeFirst()
}

/** One page of a check's versions, newest first. */
export async function listVersions(database: Queryable, checkId: number, request: PageRequest) {
  return fetchPage(shownVersions(database, checkId), request)
}
