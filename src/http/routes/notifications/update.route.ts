import { InboxMessage, InboxMessageChange } from '../../../model/inbox.ts'
import { markMessage } from '../../../services/notifications/inbox.ts'
import { idPath } from '../../paths.ts'
import { defineRoute } from '../../route.ts'

/** Marks a message of the caller's inbox as read, or as unread again. */
export default defineRoute({
  method: 'PUT',
  path: '/notifications/{id}',
  summary: 'Mark a message of your inbox',
  group: 'Notifications',
  params: idPath,
  body: InboxMessageChange,
  responses: { 200: InboxMessage },
  handler: (context, { params, body }) => markMessage(context, params.id, body),
})
