import { Type, type Static } from 'typebox'
import { described, Id, Timestamp } from './wire.ts'

/** A message in the inbox of a user. */
export const InboxMessage = Type.Object({
  id: described(Id, 'Unique among its kind'),
  message: Type.String({ description: 'What it says' }),
  created: described(Timestamp, 'When it was made'),
  read: Type.Boolean({ description: 'Whether the caller has marked it as read' }),
})
export type InboxMessage = Static<typeof InboxMessage>

/** Marks a message as read by the caller, or as unread again. */
export const InboxMessageChange = Type.Object({
  read: described(Type.Boolean(), 'True: read; false: unread again'),
})
export type InboxMessageChange = Static<typeof InboxMessageChange>

/** What became of an inbox that was marked as a whole. */
export const MarkedMessages = Type.Object(
  { changed: Type.Integer({ description: 'How many messages were marked otherwise before' }) },
  { title: 'MarkedMessages', description: 'What became of an inbox that was marked as a whole' },
)
export type MarkedMessages = Static<typeof MarkedMessages>
