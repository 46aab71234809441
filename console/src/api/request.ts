import { exactly } from './exact-numbers.ts'
import { Refusal } from './refusal.ts'

/** A request as it goes out. */
export interface Sent {
  method: string
  /** With its query. */
  url: string
  body?: unknown
  signal?: AbortSignal | undefined
  /** True: numbers that a browser would round keep the digits that were sent, as `Digits`. */
  exact?: boolean
}

const strangerListeners = new Set<(url: string) => void>()

/** Calls back with the address of a request whose answer says that nobody is signed in, until the result is called. */
export function onStranger(listener: (url: string) => void): () => void {
  strangerListeners.add(listener)
  return () => void strangerListeners.delete(listener)
}

/** Sends it with the session of the browser; the answer, null when it is empty. Throws a Refusal for every other end. */
export async function send({ method, url, body, signal, exact = false }: Sent): Promise<unknown> {
  const { response, text } = await answerTo(url, {
    method,
    credentials: 'same-origin',
    headers: { accept: 'application/json', ...(body != null && { 'content-type': 'application/json' }) },
    ...(body != null && { body: JSON.stringify(body) }),
    ...(signal && { signal }),
  })
  if (response.status === 401) for (const listener of strangerListeners) listener(url)
  if (!response.ok) throw Refusal.of(response.status, text)
  if (text === '') return null
  if (!(response.headers.get('content-type') ?? '').includes('json')) return text
  return exact ? exactly(text) : JSON.parse(text)
}

/** The whole answer; a Refusal where none comes, or only the beginning of one. */
async function answerTo(url: string, asked: RequestInit): Promise<{ response: Response; text: string }> {
  try {
    const response = await fetch(url, asked)
    return { response, text: await response.text() }
  } catch (error) {
    if (asked.signal?.aborted === true) throw error
    throw new Refusal(
      0,
      'unreachable',
      'The service does not answer. Is it running, and is there a connection to it?',
    )
  }
}
