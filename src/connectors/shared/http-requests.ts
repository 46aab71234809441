import {
  Agent as PlainAgent,
  request as plainRequest,
  type IncomingMessage,
  type OutgoingHttpHeaders,
} from 'node:http'
import { Agent as TlsAgent, request as tlsRequest } from 'node:https'
import { isIP } from 'node:net'
import type { ConnectionValues } from '../connector.ts'
import { connectTimeoutSeconds } from './network-failures.ts'
import { guarded, type Tls } from './server-connection.ts'

/** One request to the server. */
export interface HttpRequest {
  method: 'POST' | 'GET' | 'PUT' | 'DELETE'
  /** With the leading slash and the search. */
  path: string
  headers: OutgoingHttpHeaders
  /** Default: none. */
  body?: string
  /** Aborting drops the connection. */
  signal?: AbortSignal
}

/** Sends requests to one host and port; redirections are not followed, and addresses that no source is read from are refused. */
export class HttpRequests {
  readonly #host: string
  readonly #port: number
  readonly #tls: Tls
  readonly #agent: PlainAgent | TlsAgent

  constructor({ host, port }: ConnectionValues, tls: Tls, defaultPort: number) {
    this.#host = host ?? 'localhost'
    this.#port = port ?? defaultPort
    this.#tls = tls
    const options = { keepAlive: true, maxSockets: 2 }
    this.#agent = tls === null ? new PlainAgent(options) : new TlsAgent(options)
  }

  /** The answer, of whatever status, as soon as its head is there. Throws the network's own error. */
  send({ method, path, headers, body = '', signal }: HttpRequest): Promise<IncomingMessage> {
    // Before a body of text the headers would be encoded like it.
    const bytes = Buffer.from(body, 'utf8')
    return new Promise((resolve, reject) => {
      const request = (this.#tls === null ? plainRequest : tlsRequest)({
        host: this.#host,
        port: this.#port,
        path,
        method,
        agent: this.#agent,
        ...(signal && { signal }),
        ...tlsOptions(this.#tls, this.#host),
        headers: { ...headers, 'Content-Length': bytes.length, 'User-Agent': 'assay' },
      })
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
      request.on('error', reject)
      request.on('response', resolve)
      request.end(bytes)
    })
  }

  /** Ends the connections that wait for another request. */
  close(): void {
    this.#agent.destroy()
  }
}

/** The bytes of a text in UTF-8, as a header takes them. */
export const inHeader = (text: string): string => Buffer.from(text, 'utf8').toString('latin1')

/** True when a server answered to the greeting of TLS with something else: it has none. */
export const hasNoTls = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && /^(?:EPROTO|ERR_SSL_)/.test(String(error.code))

function tlsOptions(tls: Tls, host: string): object {
  if (tls === null) return {}
  return {
    rejectUnauthorized: tls.verify !== 'nothing',
    ...(tls.ca !== undefined && { ca: tls.ca }),
    ...(tls.verify === 'signer' && { checkServerIdentity: () => undefined }),
    // An address is compared with those that the certificate names, and cannot be asked for by name.
    ...(tls.verify === 'name' && isIP(host) === 0 && { servername: host }),
  }
}
