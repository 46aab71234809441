import { Type, type Static } from 'typebox'
import { Id, Timestamp } from './wire.ts'

/** A message in the inbox of a user. */
export const InboxMessage = Type.Object({
  id: Id,
  message: Type.String(),
  created: Timestamp,
  read: Type.Boolean({ description: 'Whether the caller has marked it as read' }),
})
export type InboxMessage = Static<typeof InboxMessage>

/** Marks a message as read by the caller, or as unread again. */
export const InboxMessageChange = Type.Object({ read: Type.Boolean() })
export type InboxMessageChange = Static<typeof InboxMessageChange>
