import { Readable } from 'node:stream'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { toJson } from '../kernel/json-text.ts'
import type { Principal } from '../model/principal.ts'

/** One server-sent event; `id` is what the client sends back as Last-Event-ID, null when it has none. */
interface ServerEvent {
  id: number | null
  event: string
  data: object
}

/** The client of a stream of events. */
export interface StreamClient {
  /** The id of the last event that it got, when it comes back; null when it has none or one that is not ours. */
  last_event_id: number | null
  /** Aborts when the client goes away. */
  signal: AbortSignal
  /** Looks its token up again; throws once it is expired or revoked. */
  readmit(): Promise<Principal>
}

/**
 * A handler's answer that is a stream of events. `open` refuses with an error before the stream begins, answers null (204)
 * when nothing will ever follow, else with the events; null among them is a sign of life.
 */
export class EventStream {
  readonly open: (client: StreamClient) => Promise<AsyncIterable<ServerEvent | null> | null>

  constructor(open: (client: StreamClient) => Promise<AsyncIterable<ServerEvent | null> | null>) {
    this.open = open
  }
}

interface Callbacks {
  readmit(): Promise<Principal>
  /** The answer to the client about an error that ends the stream. */
  refusal(error: unknown): object
}

/** The time after which a client comes back when a stream breaks off, milliseconds. */
const retryMilliseconds = 1000

/** Sends the events as they come, each as soon as the client has taken the one before; what ends the stream frees all it holds. */
export async function sendEvents(
  request: FastifyRequest,
  reply: FastifyReply,
  stream: EventStream,
  { readmit, refusal }: Callbacks,
): Promise<FastifyReply> {
  const gone = new AbortController()
  reply.raw.once('close', () => gone.abort())
  // It may have left while its token was looked up.
  if (reply.raw.destroyed) gone.abort()
  const given = request.headers['last-event-id']
  const events = await stream.open({
    last_event_id: typeof given === 'string' && /^\d{1,15}$/.test(given) ? Number(given) : null,
    signal: gone.signal,
    readmit,
  })
  if (events === null) return reply.status(204).send()
  return (
    reply
      .type('text/event-stream; charset=utf-8')
      // A proxy that gathers what it passes on would keep the events back; and a stream that has ended holds up no stop.
      .header('x-accel-buffering', 'no')
      .header('connection', 'close')
      .send(Readable.from(textOf(events, refusal)))
  )
}

async function* textOf(
  events: AsyncIterable<ServerEvent | null>,
  refusal: Callbacks['refusal'],
): AsyncIterable<string> {
  yield `retry: ${retryMilliseconds}\n\n`
  try {
    for await (const event of events) yield event ? textOfEvent(event) : ': nothing new\n\n'
  } catch (error) {
    yield textOfEvent({ id: null, event: 'refused', data: refusal(error) })
  }
}

function textOfEvent({ id, event, data }: ServerEvent): string {
  return `${id === null ? '' : `id: ${id}\n`}event: ${event}\ndata: ${toJson(data)}\n\n`
}
