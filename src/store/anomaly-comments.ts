import type { Page, PageRequest } from '../kernel/page.ts'
import { fetchPage } from './paging.ts'
import { deleteRow } from './delete-row.ts'
import type { Queryable } from './pool.ts'

const shownComments = (database: Queryable) =>
  database
    .selectFrom('anomaly_comments as comments')
    .innerJoin('users', 'users.id', 'comments.user_id')
    .select(['comments.id', 'comments.created', 'comments.message', 'comments.user_id'])
    .select(['users.user_name', 'users.name', 'users.email'])

/** A comment with who wrote it. */
export type CommentRow = NonNullable<Awaited<ReturnType<typeof findComment>>>

/** Undefined when the anomaly has no such comment. */
export async function findComment(database: Queryable, anomalyId: number, id: number) {
  return shownComments(database)
    .where('comments.id', '=', id)
    .where('comments.anomaly_id', '=', anomalyId)
    .executeTakeFirst()
}

/** One page of an anomaly's comments, oldest first. */
export async function listComments(
  database: Queryable,
  anomalyId: number,
  request: PageRequest,
): Promise<Page<CommentRow>> {
  return fetchPage(
    shownComments(database).where('comments.anomaly_id', '=', anomalyId).orderBy('comments.id'),
    request,
  )
}

/** Returns its id; `created` is ISO 8601, UTC. */
export async function insertComment(
  database: Queryable,
  comment: { anomaly_id: number; user_id: number; message: string; created: string },
): Promise<number> {
  const { id } = await database
    .insertInto('anomaly_comments')
    .values(comment)
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** False: it is gone. */
export function deleteComment(database: Queryable, id: number): Promise<boolean> {
  return deleteRow(database, 'anomaly_comments', id)
}
