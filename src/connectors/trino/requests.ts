import { usualPorts } from '../../model/usual-places.ts'
import type { ConnectionValues } from '../connector.ts'
import { HttpRequests, inHeader, type HttpRequest } from '../shared/http-requests.ts'
import { BusyServer } from '../shared/network-failures.ts'
import { repeated } from '../shared/repeated-requests.ts'
import { secretInClear, type Tls } from '../shared/server-connection.ts'
import { pageIn, type Page } from './answer.ts'

/** The port with TLS; in clear it is usually 8080. */
export const defaultPort = usualPorts.trino

/** So long a server is waited for that is asked to end a statement. */
const partingMs = 5000

/** What ends a request, and what ends only the waiting for a server that cannot take it yet. */
export interface Wanted {
  /** Aborting drops the connection. */
  signal: AbortSignal
  /** Aborting fails a request that is not sent again yet. */
  patience: AbortSignal
}

/** Sends statements of one account to one server. */
export class TrinoRequests {
  readonly #requests: HttpRequests
  readonly #headers: Record<string, string>
  readonly #closing = new AbortController()

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
  begin(sql: string, seconds: number | null, wanted: Wanted): Promise<Page> {
    const request: HttpRequest = {
      method: 'POST',
      path: '/v1/statement',
      headers: {
        ...this.#headers,
        'Content-Type': 'text/plain; charset=utf-8',
        ...(seconds !== null && { 'X-Trino-Session': `query_max_run_time=${seconds}s` }),
      },
      body: sql,
    }
    return this.#page(request, wanted)
  }

  /** The next page, at the server that was asked first, whatever host the address names. */
  next(address: string, wanted: Wanted): Promise<Page> {
    return this.#page({ method: 'GET', path: pathOf(address), headers: this.#headers }, wanted)
  }

  /** Asks for the end of a statement by the address of its next page. */
  async end(address: string): Promise<void> {
    const answer = await this.#requests.send({
      method: 'DELETE',
      path: pathOf(address),
      headers: this.#headers,
      signal: AbortSignal.timeout(partingMs),
    })
    answer.resume()
  }

  /** Also what is under way fails. */
  close(): void {
    this.#closing.abort()
    this.#requests.close()
  }

  async #page(request: HttpRequest, { signal, patience }: Wanted): Promise<Page> {
    const send = async () => pageIn(await this.#requests.send({ ...request, signal }))
    const mayPass = (error: unknown): boolean => error instanceof BusyServer
    return repeated({ send, mayPass }, AbortSignal.any([signal, patience, this.#closing.signal]))
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
