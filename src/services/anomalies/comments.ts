import type { Context } from '../../access/context.ts'
import { requireDatastore, requireKnown } from '../../access/require.ts'
import { notFound, ServiceError } from '../../kernel/errors.ts'
import type { Page, PageRequest } from '../../kernel/page.ts'
import type { AnomalyComment } from '../../model/anomaly-record.ts'
import {
  deleteComment,
  findComment,
  insertComment,
  listComments as selectComments,
} from '../../store/anomaly-comments.ts'
import { presentComment } from './present.ts'
import { findAnomaly, locateAnomaly } from './read.ts'

/** Viewer. */
export async function createComment(
  context: Context,
  reference: string,
  message: string,
): Promise<AnomalyComment> {
  const anomaly = await findAnomaly(context, reference, 'Viewer')
  const { database } = context.store
  const id = await insertComment(database, {
    anomaly_id: anomaly.id,
    user_id: context.principal.user_id,
    message,
    created: (await context.clock.now(database)).toISOString(),
  })
  const comment = await findComment(database, anomaly.id, id)
  if (!comment) throw notFound('comment on this anomaly', id)
  return presentComment(comment)
}

/** Viewer. Oldest first, as a conversation is read. */
export async function listComments(
  context: Context,
  reference: string,
  request: PageRequest,
): Promise<Page<AnomalyComment>> {
  const { id } = await findAnomaly(context, reference, 'Viewer')
  const page = await selectComments(context.store.database, id, request)
  return { ...page, items: page.items.map(presentComment) }
}

/** Viewer, and only one's own; nobody deletes what another said. */
export async function removeComment(context: Context, reference: string, commentId: number): Promise<void> {
  const { database } = context.store
  const anomaly = await locateAnomaly(database, reference)
  await requireKnown(context, anomaly.datastore_id, ['anomaly', reference])
  const comment = await findComment(database, anomaly.id, commentId)
  if (!comment) throw notFound('comment on this anomaly', commentId)
  await requireDatastore(context, anomaly.datastore_id, 'Viewer')
  if (comment.user_id !== context.principal.user_id) {
    throw new ServiceError('forbidden', 'Only who wrote a comment can delete it.')
  }
  if (!(await deleteComment(database, commentId))) throw notFound('comment on this anomaly', commentId)
}
