import { Type } from 'typebox'
import { followOperation } from '../../../operations/control/follow.ts'
import { EventStream } from '../../event-stream.ts'
import { idPath } from '../../paths.ts'
import { defineRoute } from '../../route.ts'

const events = Type.String({
  description:
    'Server-sent events. `progress`: a JSON object of what the list of operations shows of the operation itself (no datastore, schedule, has_logs, containers), at the beginning and at every change of result, message or status; changes that come faster than they are read are one event. `end`: the whole operation, once it has ended; the stream ends with it. `refused`: an error, when the token or the permission was taken or the operation was deleted; the stream ends with it. The `id` of an event is the revision of the operation. A comment is sent when there was nothing new for 15 seconds.',
})

/** The states of a run as they come, until it has ended. */
export default defineRoute({
  method: 'GET',
  path: '/operations/{id}/events',
  summary: 'Follow an operation',
  group: 'Operations',
  params: idPath,
  headers: Type.Object({
    'last-event-id': Type.Optional(
      Type.String({
        description:
          'The id of the last event that was received: only what came later is sent, and 204 when the operation has ended with that event.',
      }),
    ),
  }),
  media_type: 'text/event-stream',
  responses: { 200: events, 204: null },
  handler: async (context, { params: { id } }) =>
    new EventStream(async ({ last_event_id, signal, readmit }) => {
      const changes = await followOperation(context, id, { seen: last_event_id, signal, readmit })
      return changes && eventsOf(changes)
    }),
})

type Changes = NonNullable<Awaited<ReturnType<typeof followOperation>>>

async function* eventsOf(changes: Changes) {
  for await (const change of changes) {
    yield change && { id: change.revision, event: change.isLast ? 'end' : 'progress', data: change.record }
  }
}
