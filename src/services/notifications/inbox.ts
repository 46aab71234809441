import type { Context } from '../../access/context.ts'
import { notFound } from '../../kernel/errors.ts'
import type { Page, PageRequest } from '../../kernel/page.ts'
import type { InboxMessage, InboxMessageChange } from '../../model/inbox.ts'
import { noteReading, selectInbox } from '../../store/inbox.ts'
import { fetchPage } from '../../store/paging.ts'

/** Absent members do not filter. */
export interface InboxFilter extends PageRequest {
  read?: boolean
}

/** Member. The caller's inbox, newest first. */
export function listInbox(context: Context, filter: InboxFilter): Promise<Page<InboxMessage>> {
  const { store, principal } = context
  let query = selectInbox(store.database, principal.user_id)
  if (filter.read !== undefined)
    query = query.where('inbox_readers.user_id', filter.read ? 'is not' : 'is', null)
  return fetchPage(query, filter)
}

/** Member. Marks a message in the caller's inbox; the inboxes of others stay as they are. */
export async function markMessage(
  context: Context,
  id: number,
  { read }: InboxMessageChange,
): Promise<InboxMessage> {
  const { store, principal } = context
  const message = selectInbox(store.database, principal.user_id).where('inbox_messages.id', '=', id)
  if (!(await message.executeTakeFirst())) throw notFound('notification', id)
  await noteReading(store.database, id, principal.user_id, read)
  return message.executeTakeFirstOrThrow()
}
