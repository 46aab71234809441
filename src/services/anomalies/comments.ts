import type { Context } from '../../access/context.ts'
import { requireDatastore, requireKnown } from '../../access/require.ts'
import { notFound, ServiceError } from '../../kernel/errors.ts'
import type { Page, PageRequest } from '../../kernel/page.ts'
import type { AnomalyComment } from '../../model/anomaly-record.ts'
import { fetchPage } from '../../store/paging.ts'
import type { Queryable } from '../../store/pool.ts'
import { findAnomaly, locateAnomaly } from './read.ts'

/** Viewer. */
export async function createComment(
  context: Context,
  reference: string,
  message: string,
): Promise<AnomalyComment> {
  const anomaly = await findAnomaly(context, reference, 'Viewer')
  const { database } = context.store
  const { id } = await database
    .insertInto('anomaly_comments')
    .values({
      anomaly_id: anomaly.id,
      user_id: context.principal.user_id,
      message,
      created: (await context.clock.now(database)).toISOString(),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return present(await comments(database).where('comments.id', '=', id).executeTakeFirstOrThrow())
}

/** Viewer. Oldest first, as a conversation is read. */
export async function listComments(
  context: Context,
  reference: string,
  request: PageRequest,
): Promise<Page<AnomalyComment>> {
  const { id } = await findAnomaly(context, reference, 'Viewer')
  const query = comments(context.store.database).where('comments.anomaly_id', '=', id).orderBy('comments.id')
  const page = await fetchPage(query, request)
  return { ...page, items: page.items.map(present) }
}

/** Viewer, and only one's own; nobody deletes what another said. */
export async function removeComment(context: Context, reference: string, commentId: number): Promise<void> {
  const { database } = context.store
  const anomaly = await locateAnomaly(database, reference)
  await requireKnown(context, anomaly.datastore_id, ['anomaly', reference])
  const comment = await database
    .selectFrom('anomaly_comments')
    .select('user_id')
    .where('id', '=', commentId)
    .where('anomaly_id', '=', anomaly.id)
    .executeTakeFirst()
  if (!comment) throw notFound('comment on this anomaly', commentId)
  await requireDatastore(context, anomaly.datastore_id, 'Viewer')
  if (comment.user_id !== context.principal.user_id) {
    throw new ServiceError('forbidden', 'Only who wrote a comment can delete it.')
  }
  await database.deleteFrom('anomaly_comments').where('id', '=', commentId).execute()
}

const comments = (database: Queryable) =>
  database
    .selectFrom('anomaly_comments as comments')
    .innerJoin('users', 'users.id', 'comments.user_id')
    .select(['comments.id', 'comments.created', 'comments.message', 'comments.user_id'])
    .select(['users.user_name', 'users.name', 'users.email'])

type CommentRow = Awaited<ReturnType<ReturnType<typeof comments>['execute']>>[number]

function present({ user_id, user_name, name, email, ...comment }: CommentRow): AnomalyComment {
  return { ...comment, user: { id: user_id, user_id, user_name, name, email } }
}
