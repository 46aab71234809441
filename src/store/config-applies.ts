import { sql } from 'kysely'
import type { Page, PageRequest } from '../kernel/page.ts'
import type { ConfigApplyEnd, ConfigApplyInput } from '../model/applied-files.ts'
import { fetchPage } from './paging.ts'
import type { Queryable } from './pool.ts'

/** A record of an apply with its user, as it is listed. */
export type ConfigApplyRow = Awaited<ReturnType<ReturnType<typeof selectApplies>['executeTakeFirstOrThrow']>>

/** Writes that an apply begins; its id. */
export async function insertApply(
  database: Queryable,
  userId: number,
  created: string,
  { digest, files, git_commit = null, git_dirty = null, prune = false }: ConfigApplyInput,
): Promise<number> {
  const { id } = await database
    .insertInto('config_applies')
    .values({
      user_id: userId,
      created,
      digest,
      files: JSON.stringify(files),
      git_commit,
      git_dirty,
      prune,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** Writes what became of an apply; false when it has ended already. */
export async function endApply(
  database: Queryable,
  id: number,
  ended: string,
  { done, refused, unchanged }: ConfigApplyEnd,
): Promise<boolean> {
  const { numUpdatedRows } = await database
    .updateTable('config_applies')
    .set({ ended, done, refused, unchanged })
    .where('id', '=', id)
    .where('ended', 'is', null)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** A page of the applies, newest first. */
export function pageOfApplies(database: Queryable, request: PageRequest): Promise<Page<ConfigApplyRow>> {
  return fetchPage(selectApplies(database).orderBy('config_applies.id', 'desc'), request)
}

/** Undefined when there is none. */
export function findApply(database: Queryable, id: number) {
  return selectApplies(database)
    .select('config_applies.files')
    .where('config_applies.id', '=', id)
    .executeTakeFirst()
}

function selectApplies(database: Queryable) {
  return database
    .selectFrom('config_applies')
    .innerJoin('users', 'users.id', 'config_applies.user_id')
    .select(['config_applies.id', 'config_applies.user_id', 'config_applies.created', 'ended', 'digest'])
    .select(['git_commit', 'git_dirty', 'prune', 'done', 'refused', 'unchanged'])
    .select(['users.user_name', 'users.name as full_name', 'users.email'])
    .select(sql<number>`jsonb_array_length(config_applies.files)`.as('file_count'))
}
