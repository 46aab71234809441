import { Type } from 'typebox'
import { InboxMessage, InboxMessageChange, MarkedMessages } from '../../model/inbox.ts'
import { listInbox, markAllMessages, markMessage } from '../../services/notifications/inbox.ts'
import { pageOf, pageQuery } from '../paging.ts'
import { idPath } from '../paths.ts'
import { defineRoute, defineRoutes } from '../route.ts'
import { described } from '../../model/wire.ts'

export default defineRoutes('Notifications', [
  defineRoute({
    id: 'listNotifications',
    method: 'GET',
    path: '/notifications',
    summary: 'List the messages of your inbox',
    doc: "The caller's inbox: what the channel InApp delivered, newest first.",
    need: 'Member',
    query: Type.Object({
      ...pageQuery,
      read: Type.Optional(
        described(Type.Boolean(), 'True: only what the caller has read; false: only the rest'),
      ),
    }),
    responses: { 200: pageOf('InboxMessagePage', InboxMessage) },
    handler: (context, { query }) => listInbox(context, query),
  }),
  defineRoute({
    id: 'markNotifications',
    method: 'PUT',
    path: '/notifications',
    summary: 'Mark all messages of your inbox',
    doc: "Marks all messages of the caller's inbox as read, or as unread again.",
    need: 'Member',
    body: InboxMessageChange,
    responses: { 200: MarkedMessages },
    handler: (context, { body }) => markAllMessages(context, body),
  }),
  defineRoute({
    id: 'markNotification',
    method: 'PUT',
    path: '/notifications/{id}',
    summary: 'Mark a message of your inbox',
    doc: "Marks a message of the caller's inbox as read, or as unread again.",
    need: 'Member',
    params: idPath,
    body: InboxMessageChange,
    responses: { 200: InboxMessage },
    handler: (context, { params, body }) => markMessage(context, params.id, body),
  }),
])
