import {
  Agent as PlainAgent,
  request as plainRequest,
  type ClientRequest,
  type IncomingMessage,
} from 'node:http'
import { Agent as TlsAgent, request as tlsRequest } from 'node:https'
import { StatementRefused, type ConnectionValues } from '../connector.ts'
import { connectTimeoutSeconds } from '../shared/network-failures.ts'
import { guarded, type Tls } from '../shared/server-connection.ts'
import { refusalIn } from './answer.ts'

/** The port of its HTTP interface; encrypted it is usually 8443. */
export const defaultPort = 8123

/** A statement and what it is sent with. */
export interface Asked {
  sql: string
  /** Settings and parameters, by their names in the address. */
  search: Record<string, string>
  /** Aborting drops the connection. */
  signal?: AbortSignal
}

/** Sends statements to one server; redirections are not followed. */
export class ClickhouseRequests {
  readonly #connection: ConnectionValues
  readonly #tls: Tls
  readonly #agent: PlainAgent | TlsAgent
  readonly #open = new Set<ClientRequest>()

  constructor(connection: ConnectionValues, tls: Tls) {
    this.#connection = connection
    this.#tls = tls
    const options = { keepAlive: true, maxSockets: 2 }
    this.#agent = tls === null ? new PlainAgent(options) : new TlsAgent(options)
  }

  /** The answer of status 200. Throws ClickhouseRefusal, or the network's own error. */
  async ask(asked: Asked): Promise<IncomingMessage> {
    const answer = await this.#sent(asked)
    if (answer.statusCode === 200 && answer.headers['x-clickhouse-exception-code'] === undefined)
      return answer
    throw await refusalIn(answer)
  }

  /** Drops what is under way. */
  drop(): void {
    for (const request of this.#open) request.destroy(new Error('it did not answer any more and was dropped'))
  }

  close(): void {
    this.#agent.destroy()
  }

  #sent({ sql, search, signal }: Asked): Promise<IncomingMessage> {
    const { host, port, username, password } = this.#connection
    const path = `/?${new URLSearchParams(search).toString()}`
    if (path.length > longestAddress) throw new StatementRefused(tooLong)
    return new Promise((resolve, reject) => {
      const request = (this.#tls === null ? plainRequest : tlsRequest)({
        host: host ?? 'localhost',
        port: port ?? defaultPort,
        path,
        method: 'POST',
        agent: this.#agent,
        ...(signal && { signal }),
        ...tlsOptions(this.#tls, host ?? 'localhost'),
        headers: {
          'Content-Type': 'text/plain; charset=utf-8',
          'Content-Length': Buffer.byteLength(sql),
          'X-ClickHouse-User': inHeader(username ?? 'default'),
          'X-ClickHouse-Key': inHeader(password ?? ''),
          'User-Agent': 'assay',
        },
      })
      this.#open.add(request)
      request.on('socket', (socket) => {
        if (!socket.connecting) return
        guarded(socket)
        const timer = setTimeout(
          () => request.destroy(new Error('connect ETIMEDOUT')),
          connectTimeoutSeconds * 1000,
        )
        socket.once(this.#tls === null ? 'connect' : 'secureConnect', () => clearTimeout(timer))
        socket.once('close', () => clearTimeout(timer))
      })
      request.on('close', () => this.#open.delete(request))
      request.on('error', reject)
      request.on('response', resolve)
      request.end(sql)
    })
  }
}

/** The longest address that a server takes by its own defaults is 1 MiB. */
const longestAddress = 1_000_000
const tooLong =
  'Its texts are too long for the HTTP interface of ClickHouse, which takes about a million characters; shorten the list.'

/** The bytes of a text in UTF-8, as a header takes them. */
const inHeader = (text: string): string => Buffer.from(text, 'utf8').toString('latin1')

function tlsOptions(tls: Tls, host: string): object {
  if (tls === null) return {}
  return {
    rejectUnauthorized: tls.verify !== 'nothing',
    ...(tls.ca !== undefined && { ca: tls.ca }),
    ...(tls.verify === 'signer' && { checkServerIdentity: () => undefined }),
    ...(tls.verify === 'name' && { servername: host }),
  }
}
