import type { IncomingMessage } from 'node:http'
import { setTimeout as pause } from 'node:timers/promises'
import type { ConnectionValues } from '../connector.ts'
import { HttpRequests, inHeader, type HttpRequest } from '../shared/http-requests.ts'
import { secretInClear, type Tls } from '../shared/server-connection.ts'
import { asksAgain, pageIn, type Page } from './answer.ts'

/** The port with TLS; in clear it is usually 8080. */
export const defaultPort = 8443

/** So often a request that the server cannot take yet is sent again, with a pause before each. */
const mostTries = 5
const pauseMs = 200

/** Sends statements of one account to one server. */
export class TrinoRequests {
  readonly #requests: HttpRequests
  readonly #headers: Record<string, string>

  /** Throws what `secretInClear` makes when a secret would be sent in clear. */
  constructor(connection: ConnectionValues, tls: Tls, place: { catalog: string; schema: string } | null) {
    const authorization = authorizationOf(connection)
    if (authorization !== null && tls === null) throw secretInClear(connection, 'Trino')
    this.#requests = new HttpRequests(connection, tls, defaultPort)
    this.#headers = {
      'X-Trino-User': inHeader(connection.username ?? ''),
      'X-Trino-Source': 'assay',
      'X-Trino-Client-Tags': 'assay',
      'X-Trino-Time-Zone': 'UTC',
      'X-Trino-Client-Capabilities': 'PARAMETRIC_DATETIME',
      'Accept-Encoding': 'identity',
      ...(place && {
        'X-Trino-Catalog': encodeURIComponent(place.catalog),
        'X-Trino-Schema': encodeURIComponent(place.schema),
      }),
      ...(authorization !== null && { Authorization: authorization }),
    }
  }

  /** The first page of a statement's answer; `seconds` is the time after which the server ends it by itself (null: its own). */
  begin(sql: string, seconds: number | null, signal: AbortSignal): Promise<Page> {
    return this.#page({
      method: 'POST',
      path: '/v1/statement',
      headers: {
        ...this.#headers,
        'Content-Type': 'text/plain; charset=utf-8',
        ...(seconds !== null && { 'X-Trino-Session': `query_max_run_time=${seconds}s` }),
      },
      body: sql,
      signal,
    })
  }

  /** The next page, at the server that was asked first, whatever host the address names. */
  next(address: string, signal: AbortSignal): Promise<Page> {
    return this.#page({ method: 'GET', path: pathOf(address), headers: this.#headers, signal })
  }

  /** Asks for the end of a statement by the address of its next page. */
  async end(address: string): Promise<void> {
    const answer = await this.#requests.send({
      method: 'DELETE',
      path: pathOf(address),
      headers: this.#headers,
      signal: AbortSignal.timeout(10_000),
    })
    answer.resume()
  }

  close(): void {
    this.#requests.close()
  }

  async #page(request: HttpRequest): Promise<Page> {
    for (let tries = 1; ; tries++) {
      const answer: IncomingMessage = await this.#requests.send(request)
      if (!asksAgain(answer) || tries === mostTries) return pageIn(answer)
      answer.resume()
      await pause(tries * pauseMs, undefined, request.signal ? { signal: request.signal } : {})
    }
  }
}

/** A name alone is let in by servers that ask for no password. */
function authorizationOf({ username, password, parameters = {} }: ConnectionValues): string | null {
  if (!password) return null
  if (parameters['authentication'] === 'token') return `Bearer ${password}`
  return `Basic ${Buffer.from(`${username ?? ''}:${password}`, 'utf8').toString('base64')}`
}

/** The server puts the name into it under which it believes to be reached; only the path is its own to say. */
function pathOf(address: string): string {
  const { pathname, search } = new URL(address, 'http://server')
  return `${pathname}${search}`
}
