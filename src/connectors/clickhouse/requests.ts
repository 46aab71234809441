import { usualPorts } from '../../model/usual-places.ts'
import type { IncomingMessage } from 'node:http'
import { StatementRefused, type ConnectionValues } from '../connector.ts'
import { HttpRequests, inHeader } from '../shared/http-requests.ts'
import type { Tls } from '../shared/server-connection.ts'
import { refusalIn } from './answer.ts'

/** The port of its HTTP interface; encrypted it is usually 8443. */
export const defaultPort = usualPorts.clickhouse

/** A statement and what it is sent with. */
export interface Asked {
  sql: string
  /** Settings and parameters, by their names in the address. */
  search: Record<string, string>
  /** Aborting drops the connection. */
  signal?: AbortSignal
}

/** Sends statements to one server. */
export class ClickhouseRequests {
  readonly #connection: ConnectionValues
  readonly #requests: HttpRequests

  constructor(connection: ConnectionValues, tls: Tls) {
    this.#connection = connection
    this.#requests = new HttpRequests(connection, tls, defaultPort)
  }

  /** The answer of status 200. Throws ClickhouseRefusal, or the network's own error. */
  async ask({ sql, search, signal }: Asked): Promise<IncomingMessage> {
    const { username, password } = this.#connection
    const path = `/?${new URLSearchParams(search).toString()}`
    if (path.length > longestAddress) throw new StatementRefused(tooLong)
    const answer = await this.#requests.send({
      method: 'POST',
      path,
      headers: {
        'Content-Type': 'text/plain; charset=utf-8',
        'X-ClickHouse-User': inHeader(username ?? 'default'),
        'X-ClickHouse-Key': inHeader(password ?? ''),
      },
      body: sql,
      ...(signal && { signal }),
    })
    if (answer.statusCode === 200 && answer.headers['x-clickhouse-exception-code'] === undefined)
      return answer
    throw await refusalIn(answer)
  }

  close(): void {
    this.#requests.close()
  }
}

/** The longest address that a server takes by its own defaults is 1 MiB. */
const longestAddress = 1_000_000
const tooLong =
  'Its texts are too long for the HTTP interface of ClickHouse, which takes about a million characters; shorten the list.'
