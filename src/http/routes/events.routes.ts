import { Type } from 'typebox'
import { changeTopics } from '../../model/change.ts'
import { described } from '../../model/wire.ts'
import { followChanges, type Batch } from '../../services/changes/follow.ts'
import { EventStream } from '../event-stream.ts'
import { defineRoute, defineRoutes } from '../route.ts'

const events = Type.String({
  description:
    'Server-sent events. `resync`: an empty object; what was missed is not known, so load again what is shown. It is the first event unless the stream goes on from `Last-Event-ID`. `change`: a JSON object `{kind, id, revision, change}`: a topic, the id of the thing, the number of its state where the kind has one (else null), and `created`, `changed` or `deleted`; `id` null: many of this kind. Changes that come fast are gathered, and a thing is named once. `refused`: an error, when the caller is no longer let in; the stream ends with it. A comment is a sign of life.',
})

const topic = `(${changeTopics.join('|')})`

export default defineRoutes('Events', [
  defineRoute({
    id: 'followChanges',
    method: 'GET',
    path: '/events',
    summary: 'Follow what changes',
    doc: 'Names what changes of all that the caller may see, as it changes, in one stream; clients load by id what they show of it.',
    need: 'Member',
    query: Type.Object({
      topics: Type.Optional(
        described(
          Type.Array(Type.String({ maxLength: 200, pattern: `^${topic}(,${topic})*$` }), { maxItems: 100 }),
          `Kinds of things, separated by commas or repeated: ${changeTopics.join(', ')}. Left out: all`,
        ),
      ),
      wait: Type.Optional(
        Type.Boolean({ description: 'False: the stream ends with what has changed since `Last-Event-ID`' }),
      ),
    }),
    headers: Type.Object({
      'last-event-id': Type.Optional(
        Type.String({ description: 'The id of the last event that was received, to go on from there' }),
      ),
    }),
    media_type: 'text/event-stream',
    responses: { 200: events },
    refuses: [409],
    handler: async (context, { query: { topics, wait = true } }) => {
      const named = topics?.flatMap((list) => list.split(','))
      const wanted = named ? changeTopics.filter((one) => named.includes(one)) : changeTopics
      return new EventStream(async ({ last_event_id, signal, readmit }) =>
        eventsOf(
          followChanges(context, { topics: wanted, waits: wait, seen: last_event_id, signal, readmit }),
        ),
      )
    },
  }),
])

/** The last event of a batch alone has its position as the id: who leaves before it gets the batch again. */
async function* eventsOf(batches: AsyncIterable<Batch | null>) {
  for await (const batch of batches) {
    if (batch === null) yield null
    else if (batch.changes === null) yield { id: batch.position, event: 'resync', data: {} }
    else {
      const { changes, position } = batch
      for (const [index, data] of changes.entries())
        yield { id: index === changes.length - 1 ? position : null, event: 'change', data }
    }
  }
}
