import { Type, type Static } from 'typebox'
import { described, Id, IdAndName, nullable, Timestamp } from './wire.ts'

/** What a message in the inbox is about, as far as it is still there. */
export const InboxSubject = Type.Object({
  flow: nullable(IdAndName, 'The flow that told it; null: it was deleted'),
  datastore: nullable(IdAndName, 'The datastore of what it tells; null: it is about none'),
  operation_id: nullable(
    Id,
    'The run that it tells of, or in which that was found; null: none, or it was deleted',
  ),
  container_scan_id: nullable(Id, 'The scan of a container that it tells of; null: none, or it was deleted'),
  anomaly_ids: described(Type.Array(Id), 'The anomalies that it tells of, the first hundred'),
})
export type InboxSubject = Static<typeof InboxSubject>

/** A message in the inbox of a user. */
export const InboxMessage = Type.Object({
  id: described(Id, 'Unique among its kind'),
  message: Type.String({ description: 'What it says' }),
  created: described(Timestamp, 'When it was made'),
  read: Type.Boolean({ description: 'Whether the caller has marked it as read' }),
  about: nullable(InboxSubject, 'What it is about; null: nothing that is known, as of a test'),
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
