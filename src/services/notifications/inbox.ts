import type { Context } from '../../access/context.ts'
import { visibleDatastores } from '../../access/visible.ts'
import { notFound } from '../../kernel/errors.ts'
import type { Page } from '../../kernel/page.ts'
import type { InboxMessage, InboxMessageChange, MarkedMessages } from '../../model/inbox.ts'
import {
  findMessage,
  listMessages,
  noteReading,
  noteReadingOfAll,
  type InboxFilter,
} from '../../store/inbox.ts'

/** Member. The caller's inbox, newest first. */
export function listInbox(context: Context, filter: InboxFilter): Promise<Page<InboxMessage>> {
  const { store, principal } = context
  return listMessages(store.database, principal.user_id, visibleDatastores(context), filter)
}

/** Member. Marks a message in the caller's inbox; the inboxes of others stay as they are. */
export async function markMessage(
  context: Context,
  id: number,
  { read }: InboxMessageChange,
): Promise<InboxMessage> {
  const { store, principal } = context
  const found = await findMessage(store.database, principal.user_id, visibleDatastores(context), id)
  if (!found) throw notFound('notification', id)
  await noteReading(store.database, id, principal.user_id, read)
  return { ...found, read }
}

/** Member. Marks all messages in the caller's inbox. */
export async function markAllMessages(
  context: Context,
  { read }: InboxMessageChange,
): Promise<MarkedMessages> {
  const { store, principal } = context
  const changed = await noteReadingOfAll(store.database, principal.user_id, visibleDatastores(context), read)
  return { changed }
}
