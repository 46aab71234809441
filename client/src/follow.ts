import type { ListedOperation, Operation } from './api.generated.ts'
import type { Client } from './client.ts'
import { RequestRefused, ServiceUnreachable } from './errors.ts'
import { readEvents } from './read-events.ts'

/** A state of a run: `progress` while it is under way, and once `end`, with the whole record. */
export type RunEvent =
  | { kind: 'progress'; operation: Pick<ListedOperation, 'id' | 'result' | 'message' | 'status'> }
  | { kind: 'end'; operation: Operation }

/** What a service answers while it starts, and a proxy while it has no service behind it. */
const passing = new Set([502, 503, 504])

/** How often a broken connection is made again in a row, and how long each try waits, milliseconds. */
const tries = 20
const pause = 500

/** The states of a run as they come, until it has ended; a broken connection is made again, also over a restart of the service. */
export async function* follow(client: Client, id: number, signal?: AbortSignal): AsyncGenerator<RunEvent> {
  let last = ''
  let failures = 0
  for (;;) {
    try {
      const answer = await client.send('GET', `/operations/${id}/events`, {
        headers: { accept: 'text/event-stream', ...(last !== '' && { 'last-event-id': last }) },
        ...(signal && { signal }),
      })
      failures = 0
      for await (const event of readEvents(answer)) {
        last = event.id || last
        if (event.kind === 'refused')
          throw new RequestRefused(`GET /operations/${id}/events`, 403, event.data)
        if (event.kind !== 'progress' && event.kind !== 'end') continue
        const operation: unknown = JSON.parse(event.data)
        yield { kind: event.kind, operation } as RunEvent
        if (event.kind === 'end') return
      }
      if (answer.status === 204) return yield { kind: 'end', operation: await client.readOperation({ id }) }
    } catch (error) {
      failures += 1
      if (signal?.aborted || !isBroken(error) || failures > tries) throw error
    }
    await new Promise((resolve) => setTimeout(resolve, pause))
  }
}

const isBroken = (error: unknown): boolean =>
  error instanceof ServiceUnreachable ||
  error instanceof TypeError ||
  (error instanceof RequestRefused && passing.has(error.status))
