import type { PageRequest } from '../kernel/page.ts'
import { fetchPage } from './paging.ts'
import type { Queryable } from './pool.ts'

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

const shownVersions = (database: Queryable, checkId: number) =>
  database
    .selectFrom('quality_check_versions')
    .select(['number', 'valid_from', 'valid_to', 'edited_by', 'definition'])
    .where('quality_check_id', '=', checkId)
    .orderBy('number', 'desc')

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
