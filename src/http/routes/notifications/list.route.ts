import { Type } from 'typebox'
import { InboxMessage } from '../../../model/inbox.ts'
import { listInbox } from '../../../services/notifications/inbox.ts'
import { pageOf, pageQuery } from '../../paging.ts'
import { defineRoute } from '../../route.ts'

/** The caller's inbox: what the channel InApp delivered, newest first. */
export default defineRoute({
  method: 'GET',
  path: '/notifications',
  summary: 'List the messages of your inbox',
  group: 'Notifications',
  query: Type.Object({ ...pageQuery, read: Type.Optional(Type.Boolean()) }),
  responses: { 200: pageOf(InboxMessage) },
  handler: (context, { query }) => listInbox(context, query),
})
