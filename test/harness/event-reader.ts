import assert from 'node:assert/strict'

/** One server-sent event as it came; a comment has only `comment`. */
export interface ReceivedEvent {
  id: string | null
  event: string | null
  // oxlint-disable-next-line typescript/no-explicit-any -- tests look into answers freely
  data: any
  comment: string | null
}

/** A client of server-sent events. */
export interface EventReader {
  /** The next event or comment; null when the stream has ended. */
  next(): Promise<ReceivedEvent | null>
  /** The next event; comments before it are skipped. Null when the stream has ended. */
  event(): Promise<ReceivedEvent | null>
  /** Goes away. */
  leave(): void
}

/** Opens a stream that must begin with 200, with a token or a cookie. */
export async function readEvents(
  url: string,
  by: string | { cookie: string },
  lastEventId?: string,
): Promise<EventReader> {
  const leaving = new AbortController()
  const response = await fetch(url, {
    signal: leaving.signal,
    headers: {
      ...(typeof by === 'string' ? { authorization: `Bearer ${by}` } : by),
      accept: 'text/event-stream',
      ...(lastEventId !== undefined && { 'last-event-id': lastEventId }),
    },
  })
  assert.equal(response.status, 200)
  assert.equal(response.headers.get('content-type'), 'text/event-stream; charset=utf-8')
  assert.ok(response.body)
  const pieces = response.body.pipeThrough(new TextDecoderStream()).getReader()
  let pending = ''
  const next = async (): Promise<ReceivedEvent | null> => {
    for (;;) {
      const end = pending.indexOf('\n\n')
      if (end >= 0) {
        const block = pending.slice(0, end)
        pending = pending.slice(end + 2)
        if (!block.startsWith('retry: ')) return parse(block)
        continue
      }
      const { done, value } = await pieces.read()
      if (done) return null
      pending += value
    }
  }
  return {
    next,
    async event() {
      let received = await next()
      while (received?.comment) received = await next()
      return received
    },
    leave: () => leaving.abort(),
  }
}

/** The events of a stream that has ended, from its whole text. */
export function parseEvents(text: string): ReceivedEvent[] {
  return text
    .split('\n\n')
    .filter((block) => block !== '' && !block.startsWith('retry: '))
    .map(parse)
}

function parse(block: string): ReceivedEvent {
  const member = (name: string) =>
    block
      .split('\n')
      .find((line) => line.startsWith(`${name}: `))
      ?.slice(name.length + 2) ?? null
  const data = member('data')
  return {
    id: member('id'),
    event: member('event'),
    data: data === null ? null : JSON.parse(data),
    comment: member(''),
  }
}
