import { createHash } from 'node:crypto'
import {
  Agent as PlainAgent,
  request as plainRequest,
  type ClientRequest,
  type IncomingHttpHeaders,
  type IncomingMessage,
} from 'node:http'
import { Agent as TlsAgent, request as tlsRequest } from 'node:https'
import { pipeline } from 'node:stream'
import { setTimeout as delay } from 'node:timers/promises'
import { Aborted } from '../../kernel/errors.ts'
import { networkFailure } from '../shared/network-failures.ts'
import { guarded } from '../shared/server-connection.ts'
import { bodyOf, SilentServer, UnansweredRequest } from '../shared/whole-answer.ts'
import { encoded } from './address.ts'
import type { Act, Method, ObjectStore, Place, Refusal } from './protocol.ts'
import { isBusy, ObjectRefused } from './refusals.ts'
import type { SentBytes } from './sent-bytes.ts'
import { parseXml, textIn } from './xml.ts'

/** A request to the place. */
export interface Asked {
  /** The whole key; null: the bucket itself. */
  key: string | null
  /** Default: to read it. */
  act?: Act
  /** Default: GET. */
  method?: Method
  /** Default: none. */
  body?: SentBytes
  query?: Record<string, string>
  headers?: Record<string, string>
}

/** A server that is silent for so long has failed. */
const longestSilenceMs = 30_000
const mostTries = 6
/** So often a server that has answered before is asked what it does not answer; one that never did is asked once. */
const mostSilences = 2
const mostErrorBytes = 64 * 1024
/** A body of so many bytes is sent when the server says that it wants it, so that a refusal is read and not lost among them. */
const askedFirstBytes = 256 * 1024
/** A server that does not know that question gets the body after so long, milliseconds. */
const unaskedMs = 1000
const successes = new Set([200, 201, 202, 204, 206])

/** Asks one place, signs every request, and repeats what failed for the moment. It follows no redirection. */
export class ObjectClient {
  readonly store: ObjectStore
  /** Ends every request. */
  readonly signal: AbortSignal
  readonly #agent: PlainAgent | TlsAgent
  readonly #silenceMs: number
  #hasAnswer = false

  constructor(store: ObjectStore, signal: AbortSignal, silenceMs = longestSilenceMs) {
    this.store = store
    this.signal = signal
    this.#silenceMs = silenceMs
    const options = { keepAlive: true, maxSockets: 8, timeout: silenceMs }
    const { is_encrypted, authority } = this.place
    this.#agent = is_encrypted
      ? new TlsAgent({ ...options, ...(authority !== null && { ca: authority }) })
      : new PlainAgent(options)
  }

  get place(): Place {
    return this.store.place
  }

  /** Names the place and who asks, for whoever remembers answers: with another secret somebody else may ask. */
  get identity(): string {
    const { host, port, bucket, authority } = this.place
    const who = createHash('sha256').update(JSON.stringify(this.store.identity)).digest('base64')
    return JSON.stringify([host, port, bucket, authority, who])
  }

  /** The server's answer of success. Throws ObjectRefused, Aborted, or the network's own error after the last try. */
  ask(asked: Asked): Promise<IncomingMessage> {
    return this.#repeated(() => this.#once(asked))
  }

  /** The whole answer, which is a text of at most so many bytes; the same errors. */
  askText(asked: Asked, mostBytes: number): Promise<{ headers: IncomingHttpHeaders; text: string }> {
    return this.#repeated(async () => {
      const answer = await this.#once(asked)
      const text = await bodyOf(answer, mostBytes)
      // What takes a server long is begun with a status of success, whatever comes of it.
      const root = /<Error\b/.test(text) ? parseXml(text) : null
      if (root === null || textIn(root, 'Code') === '') return { headers: answer.headers, text }
      const refusal = this.store.readRefusal(500, answer.headers, root)
      throw new ObjectRefused(refusal, this.store, asked.key, asked.act ?? 'read')
    })
  }

  async #repeated<Result>(work: () => Promise<Result>): Promise<Result> {
    let silences = 0
    for (let tries = 1; ; tries += 1) {
      try {
        return await work()
      } catch (error) {
        if (this.signal.aborted) throw new Aborted()
        if (error instanceof UnansweredRequest) silences += 1
        const isPassing = error instanceof ObjectRefused ? isBusy(error.refusal) : this.isPassing(error)
        if (!isPassing || tries === mostTries || silences === this.#mostSilences) throw error
        await this.pause(tries)
      }
    }
  }

  get #mostSilences(): number {
    return this.#hasAnswer ? mostSilences : 1
  }

  /** True for a failure of the network that may be over in a moment. */
  isPassing(error: unknown): boolean {
    return error instanceof SilentServer || networkFailure(error, this.place)?.retryable === true
  }

  /** Waits before the next try, longer after each, and never two for equally long. Throws Aborted. */
  async pause(tries: number): Promise<void> {
    const longest = Math.min(100 * 2 ** tries, 5000)
    await delay(longest * (0.5 + Math.random() / 2), undefined, { signal: this.signal }).catch(() => {
      throw new Aborted()
    })
  }

  /** The same for what is left to do after this one was aborted, until `signal` ends that. */
  afterAbort(signal: AbortSignal): ObjectClient {
    return new ObjectClient(this.store, signal)
  }

  close(): void {
    this.#agent.destroy()
  }

  async #once(asked: Asked): Promise<IncomingMessage> {
    const { key, act = 'read', method = 'GET', query = {}, headers = {}, body = null } = asked
    const { host, port, base, is_encrypted } = this.place
    const parts = [...base, ...(key === null ? [] : key.split('/'))]
    const isUsualPort = port === (is_encrypted ? 443 : 80)
    const named = host.includes(':') ? `[${host}]` : host
    const signed = await this.store.sign(
      {
        method,
        path: `/${parts.map(encoded).join('/')}`,
        query,
        headers: {
          ...headers,
          ...bodyHeaders(method, body),
          Host: isUsualPort ? named : `${named}:${port}`,
        },
        body,
      },
      this.signal,
    )
    const answer = await this.#sent({ host, port, method, ...signed }, body)
    this.#hasAnswer = true
    const { statusCode: status = 0 } = answer
    if (successes.has(status)) return answer
    const refusal = await this.#refusalOf(answer, status)
    // The rest of the body may still be on its way.
    if (body !== null) answer.destroy()
    throw new ObjectRefused(refusal, this.store, key, act)
  }

  async #refusalOf(answer: IncomingMessage, status: number): Promise<Refusal> {
    const error = await bodyOf(answer, mostErrorBytes)
      .then(parseXml)
      // Proxies answer in forms of their own.
      .catch(() => null)
    return this.store.readRefusal(status, answer.headers, error)
  }

  #sent(
    options: { host: string; port: number; method: Method; path: string; headers: object },
    body: SentBytes | null,
  ): Promise<IncomingMessage> {
    const send = this.place.is_encrypted ? tlsRequest : plainRequest
    return new Promise((resolve, reject) => {
      const request = send({
        ...options,
        headers: { ...options.headers, ...(isAskedFirst(body) && { Expect: '100-continue' }) },
        agent: this.#agent,
        signal: this.signal,
        timeout: this.#silenceMs,
      })
      request.on('socket', (socket) => {
        if (socket.connecting) guarded(socket)
      })
      let answer: IncomingMessage | null = null
      request.on('timeout', () => {
        const silence = new UnansweredRequest()
        // The end of the request alone would be told as a connection that the server closed.
        answer?.destroy(silence)
        request.destroy(silence)
      })
      request.on('error', reject)
      request.on('response', (begun) => resolve((answer = begun)))
      if (body === null) request.end()
      else sendBody(request, body)
    })
  }
}

const isAskedFirst = (body: SentBytes | null): boolean => body !== null && body.length > askedFirstBytes

/** Also a request without a body says so where one is usual: servers ask for its length. */
function bodyHeaders(method: Method, body: SentBytes | null): Record<string, string> {
  if (body !== null)
    return {
      'Content-Length': String(body.length),
      'Content-MD5': body.md5,
      'Content-Type': 'application/octet-stream',
    }
  return method === 'POST' || method === 'PUT' ? { 'Content-Length': '0' } : {}
}

function sendBody(request: ClientRequest, body: SentBytes): void {
  let isSent = false
  const send = (): void => {
    if (isSent || request.destroyed) return
    isSent = true
    // What fails on the way destroys the request, which tells of it.
    pipeline(body.open(), request, () => undefined)
  }
  if (!isAskedFirst(body)) return send()
  const timer = setTimeout(send, unaskedMs)
  request.on('continue', send)
  request.on('response', () => clearTimeout(timer))
  request.on('close', () => clearTimeout(timer))
  request.flushHeaders()
}
