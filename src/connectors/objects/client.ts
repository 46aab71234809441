import { createHash } from 'node:crypto'
import { Agent as PlainAgent, request as plainRequest, type IncomingMessage } from 'node:http'
import { Agent as TlsAgent, request as tlsRequest } from 'node:https'
import { setTimeout as delay } from 'node:timers/promises'
import { Aborted } from '../../kernel/errors.ts'
import { networkFailure } from '../shared/network-failures.ts'
import { guarded } from '../shared/server-connection.ts'
import { encoded } from './address.ts'
import type { ObjectStore, Place, Refusal } from './protocol.ts'
import { isBusy, ObjectRefused } from './refusals.ts'
import { parseXml } from './xml.ts'

/** A request to the place; every request reads. */
export interface Asked {
  /** The whole key; null: the bucket itself. */
  key: string | null
  query?: Record<string, string>
  headers?: Record<string, string>
}

/** A server that is silent for so long has failed. */
const silenceMs = 30_000
const mostTries = 6
const mostErrorBytes = 64 * 1024

/** Asks one place, signs every request, and repeats what failed for the moment. It follows no redirection. */
export class ObjectClient {
  readonly store: ObjectStore
  readonly #signal: AbortSignal
  readonly #agent: PlainAgent | TlsAgent

  constructor(store: ObjectStore, signal: AbortSignal) {
    this.store = store
    this.#signal = signal
    const options = { keepAlive: true, maxSockets: 8, timeout: silenceMs }
    this.#agent = this.place.is_encrypted ? new TlsAgent(options) : new PlainAgent(options)
  }

  get place(): Place {
    return this.store.place
  }

  /** Names the place and who asks, for whoever remembers answers: with another secret somebody else may ask. */
  get identity(): string {
    const { host, port, bucket } = this.place
    const who = createHash('sha256').update(JSON.stringify(this.store.identity)).digest('base64')
    return JSON.stringify([host, port, bucket, who])
  }

  /** The server's answer of status 200 or 206. Throws ObjectRefused, Aborted, or the network's own error after the last try. */
  async ask(asked: Asked): Promise<IncomingMessage> {
    for (let tries = 1; ; tries += 1) {
      try {
        return await this.#once(asked)
      } catch (error) {
        if (this.#signal.aborted) throw new Aborted()
        const isPassing = error instanceof ObjectRefused ? isBusy(error.refusal) : this.isPassing(error)
        if (!isPassing || tries === mostTries) throw error
        await this.pause(tries)
      }
    }
  }

  /** True for a failure of the network that may be over in a moment. */
  isPassing(error: unknown): boolean {
    return error instanceof SilentServer || networkFailure(error, this.place)?.retryable === true
  }

  /** Waits before the next try, longer after each, and never two for equally long. Throws Aborted. */
  async pause(tries: number): Promise<void> {
    const longest = Math.min(100 * 2 ** tries, 5000)
    await delay(longest * (0.5 + Math.random() / 2), undefined, { signal: this.#signal }).catch(() => {
      throw new Aborted()
    })
  }

  close(): void {
    this.#agent.destroy()
  }

  async #once({ key, query = {}, headers = {} }: Asked): Promise<IncomingMessage> {
    const { host, port, base, is_encrypted } = this.place
    const parts = [...base, ...(key === null ? [] : key.split('/'))]
    const isUsualPort = port === (is_encrypted ? 443 : 80)
    const named = host.includes(':') ? `[${host}]` : host
    const signed = await this.store.sign(
      {
        path: `/${parts.map(encoded).join('/')}`,
        query,
        headers: { ...headers, Host: isUsualPort ? named : `${named}:${port}` },
      },
      this.#signal,
    )
    const answer = await this.#sent({ host, port, ...signed })
    const { statusCode: status = 0 } = answer
    if (status === 200 || status === 206) return answer
    throw new ObjectRefused(await this.#refusalOf(answer, status), this.store, key)
  }

  async #refusalOf(answer: IncomingMessage, status: number): Promise<Refusal> {
    const error = await bodyOf(answer, mostErrorBytes)
      .then(parseXml)
      // Proxies answer in forms of their own.
      .catch(() => null)
    return this.store.readRefusal(status, answer.headers, error)
  }

  #sent(options: { host: string; port: number; path: string; headers: object }): Promise<IncomingMessage> {
    const send = this.place.is_encrypted ? tlsRequest : plainRequest
    return new Promise((resolve, reject) => {
      const request = send({
        ...options,
        headers: { ...options.headers },
        agent: this.#agent,
        signal: this.#signal,
        timeout: silenceMs,
      })
      request.on('socket', (socket) => {
        if (socket.connecting) guarded(socket)
      })
      request.on('timeout', () => request.destroy(new SilentServer('The server did not answer.')))
      request.on('error', reject)
      request.on('response', resolve)
      request.end()
    })
  }
}

/** A server that stopped answering. */
export class SilentServer extends Error {}

/** The whole body as text. Throws an Error when it is longer than that. */
export async function bodyOf(answer: IncomingMessage, mostBytes: number): Promise<string> {
  const chunks: Buffer[] = []
  let bytes = 0
  for await (const chunk of answer as AsyncIterable<Buffer>) {
    bytes += chunk.length
    if (bytes > mostBytes) throw new Error('The answer is too long.')
    chunks.push(chunk)
  }
  if (!answer.complete) throw new SilentServer('The server closed the connection within its answer.')
  return Buffer.concat(chunks).toString('utf8')
}
