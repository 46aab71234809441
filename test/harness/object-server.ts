import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { ObjectWriting, type Writing, type WritingWords } from './object-writing.ts'
import { s3Speech } from './s3-speech.ts'

/** An object as it is kept. */
export interface Kept {
  bytes: Buffer
  etag: string
  modified: Date
  tier: string | null
  /** Counts every write to the server. */
  generation: number
}

/**
 * An answer that takes the place of the usual one; `cut_after` ends the connection after so many bytes of the body, `lose_answer`
 * when all is done that was asked for, and `after` answers when that has happened.
 */
export type Intervention =
  | { status: number; code: string; headers?: Record<string, string> }
  | { cut_after: number }
  | { lose_answer: true }
  | { after: Promise<unknown> }
  | null

/** A request as the server saw it. */
export interface Seen {
  kind: 'list' | 'get' | Writing['kind']
  key: string
  range: string | null
  if_match: string | null
}

/** A request before it is answered: `search` is its query as it was sent. */
export interface Asked {
  request: IncomingMessage
  path: string
  search: string
}

/** A part of a listing that is asked for: the keys with this beginning behind `after`, at most so many. */
interface Part {
  prefix: string
  after: string
  most: number
}

/** The words in which a kind of server speaks. */
export interface Speech {
  /** The members of a connection to a server at this address. */
  connection(endpoint: string): {
    uri: string
    access_key: string
    secret_key: string
    parameters: Record<string, string>
  }
  /** The path of its one bucket or container. */
  bucket: string
  /** The word for what is wrong with a signature, computed from the request as it came; null when it is right. */
  fault(asked: Asked): string | null
  words: Record<'no_bucket' | 'no_key' | 'changed' | 'no_range', string>
  writing: WritingWords
  part(query: URLSearchParams): Part
  /** The document of a part of a listing; `next` is null after the last one. */
  listing(objects: readonly (readonly [key: string, kept: Kept])[], next: string | null): string
}

/**
 * A strict server of objects with one bucket, `lake`, in memory: it refuses wrong signatures, lists in pages of at most 1,000
 * keys, knows Range and If-Match, and takes objects whole and in parts, on conditions and with their digests.
 */
export class ObjectServer {
  readonly #speech: Speech
  readonly #objects = new Map<string, Kept>()
  readonly #server = createServer((request, response) => this.#answer(request, response))
  readonly #writing: ObjectWriting
  readonly seen: Seen[] = []
  /** Asked before every signed request is answered (default: nothing intervenes). */
  intervene: (seen: Seen) => Intervention = () => null

  private constructor(speech: Speech) {
    this.#speech = speech
    this.#writing = new ObjectWriting(speech.writing, this.#objects)
    // A body is asked for when it is wanted.
    this.#server.on('checkContinue', (request: IncomingMessage, response: ServerResponse) =>
      this.#answer(request, response),
    )
  }

  /** `speech` (default: the protocol of S3). */
  static async start(speech: Speech = s3Speech): Promise<ObjectServer> {
    const started = new ObjectServer(speech)
    await new Promise<void>((resolve) => started.#server.listen(0, '127.0.0.1', resolve))
    return started
  }

  get port(): number {
    return (this.#server.address() as AddressInfo).port
  }

  get endpoint(): string {
    return `http://127.0.0.1:${this.port}`
  }

  /** The members of a connection to it. */
  get connection() {
    return this.#speech.connection(this.endpoint)
  }

  /** Keeps an object; `tier` is the storage that it is in (default: where it can be read). */
  put(key: string, content: string | Uint8Array, tier: string | null = null): void {
    this.#writing.keep(key, Buffer.from(content), tier)
  }

  /** The keys of all objects, in their order. */
  get keys(): string[] {
    return [...this.#objects.keys()].toSorted()
  }

  /** The bytes of an object; undefined when there is none. */
  content(key: string): Buffer | undefined {
    return this.#objects.get(key)?.bytes
  }

  /** How many uploads in parts are neither completed nor aborted. */
  get unfinished(): number {
    return this.#writing.unfinished
  }

  remove(key: string): void {
    this.#objects.delete(key)
  }

  async close(): Promise<void> {
    this.#server.closeAllConnections()
    await new Promise((resolve) => this.#server.close(resolve))
  }

  #answer(request: IncomingMessage, response: ServerResponse): void {
    const { bucket, words } = this.#speech
    // No URL: it would take `..` out of a key.
    const [path = '', search = ''] = (request.url ?? '').split('?', 2)
    const query = new URLSearchParams(search)
    const fault = this.#speech.fault({ request, path, search })
    if (fault !== null) return refuse(response, 403, fault)
    if (path !== bucket && !path.startsWith(`${bucket}/`)) return refuse(response, 404, words.no_bucket)
    const key = decodeURIComponent(path.slice(bucket.length + 1))
    const { range = null, 'if-match': if_match = null } = request.headers
    const writing = request.method === 'GET' ? null : this.#speech.writing.asked(request, query)
    if (writing !== null && 'code' in writing) return refuse(response, writing.status, writing.code)
    const seen: Seen = {
      kind: writing ? writing.kind : key === '' ? 'list' : 'get',
      key: key || (query.get('prefix') ?? ''),
      range,
      if_match,
    }
    this.seen.push(seen)
    const instead = this.intervene(seen)
    if (instead && 'status' in instead) return refuse(response, instead.status, instead.code, instead.headers)
    if (seen.kind === 'list') return this.#list(query, response)
    const cutAfter = instead && 'cut_after' in instead ? instead.cut_after : null
    if (writing === null) return this.#get(seen, response, cutAfter)
    void this.#write(writing, { key, request, response }, instead)
  }

  async #write(
    writing: Writing,
    { key, request, response }: { key: string; request: IncomingMessage; response: ServerResponse },
    instead: Intervention,
  ): Promise<void> {
    if (request.headers.expect) response.writeContinue()
    const body = await bodyOf(request, instead && 'cut_after' in instead ? instead.cut_after : null)
    if (body === null) return void response.destroy()
    if (instead && 'after' in instead) await instead.after
    const answer = this.#writing.obey(writing, { key, headers: request.headers, body })
    if (instead && 'lose_answer' in instead) return void response.destroy()
    if ('code' in answer) return refuse(response, answer.status, answer.code)
    response.writeHead(answer.status, { 'content-type': 'application/xml', ...answer.headers })
    response.end(answer.document)
  }

  #list(query: URLSearchParams, response: ServerResponse): void {
    const { prefix, after, most } = this.#speech.part(query)
    const found = [...this.#objects]
      .filter(([key]) => key.startsWith(prefix) && key > after)
      .toSorted(([one], [other]) => (one < other ? -1 : 1))
    const page = found.slice(0, Math.min(1000, most))
    const next = found.length > page.length ? (page.at(-1)?.[0] ?? null) : null
    response.writeHead(200, { 'content-type': 'application/xml' })
    response.end(`<?xml version="1.0" encoding="UTF-8"?>${this.#speech.listing(page, next)}`)
  }

  #get({ key, range, if_match }: Seen, response: ServerResponse, cutAfter: number | null): void {
    const { words } = this.#speech
    const kept = this.#objects.get(key)
    if (!kept) return refuse(response, 404, words.no_key)
    if (if_match !== null && if_match !== kept.etag) return refuse(response, 412, words.changed)
    const [, from, to] = /^bytes=(\d+)-(\d+)$/.exec(range ?? '') ?? []
    const first = Number(from ?? 0)
    const last = Math.min(Number(to ?? kept.bytes.length - 1), kept.bytes.length - 1)
    if (first > last) return refuse(response, 416, words.no_range)
    const body = kept.bytes.subarray(first, last + 1)
    response.writeHead(range === null ? 200 : 206, {
      etag: kept.etag,
      'content-length': body.length,
      ...(range !== null && { 'content-range': `bytes ${first}-${last}/${kept.bytes.length}` }),
    })
    if (cutAfter === null || cutAfter >= body.length) response.end(body)
    else response.write(body.subarray(0, cutAfter), () => response.destroy())
  }
}

/** Null when the connection ended within it, or after so many bytes. */
async function bodyOf(request: IncomingMessage, cutAfter: number | null): Promise<Buffer | null> {
  const chunks: Buffer[] = []
  let bytes = 0
  try {
    for await (const chunk of request as AsyncIterable<Buffer>) {
      chunks.push(chunk)
      bytes += chunk.length
      if (cutAfter !== null && bytes >= cutAfter) return null
    }
  } catch {
    return null
  }
  return Buffer.concat(chunks)
}

/** What a server says of its own is never shown to people: it quotes what was sent. */
function refuse(
  response: ServerResponse,
  status: number,
  code: string,
  headers: Record<string, string> = {},
): void {
  response.writeHead(status, { 'content-type': 'application/xml', ...headers })
  const { req: request } = response
  // Whoever goes on sending what nobody wants loses the connection.
  response.end(
    `<?xml version="1.0"?><Error><Code>${code}</Code><Message>no AKIATESTKEY</Message></Error>`,
    () => request.complete || response.destroy(),
  )
}
