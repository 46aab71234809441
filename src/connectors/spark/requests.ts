import dns from 'node:dns'
import { isIP } from 'node:net'
import { checkServerIdentity } from 'node:tls'
import grpc from '@grpc/grpc-js'
import { messageOf, ServiceError } from '../../kernel/errors.ts'
import { usualPorts } from '../../model/usual-places.ts'
import type { ConnectionValues } from '../connector.ts'
import { addressFault, isOwnAddress } from '../shared/hosts.ts'
import { BusyServer, connectTimeoutSeconds } from '../shared/network-failures.ts'
import type { Tls } from '../shared/server-connection.ts'
import { OwnSocket } from './own-socket.ts'
import { calls, type Codec } from './protocol.ts'
import { SparkRefusal } from './refusal.ts'
import { wallMilliseconds } from '../shared/wall-clock.ts'

/** The port of a server that names no other. */
export const defaultPort = usualPorts.spark

/** A short request is given up after so long. */
const promptMs = 60_000
/** So long a word to the server is waited for that ends something there. */
const partingMs = 5000
/** An answer of one message may have so many bytes: batches have 4 MiB there unless somebody has raised that. */
const mostBytes = 256 * 1024 * 1024

/** Aborts a call that ends something on the server: one that is silent must not hold up whoever leaves it. */
export const untilGivenUp = (): AbortSignal => AbortSignal.timeout(partingMs)

type Calls = typeof calls
type Request<Name extends keyof Calls> = Calls[Name]['request'] extends Codec<infer Message> ? Message : never
type Answer<Name extends keyof Calls> = Calls[Name]['answer'] extends Codec<infer Message> ? Message : never

/** Calls of one server by gRPC, at the address to which its name led when it was opened. */
export class SparkRequests {
  readonly #client: grpc.Client
  readonly #socket: OwnSocket
  readonly #metadata = new grpc.Metadata()

  private constructor(client: grpc.Client, socket: OwnSocket, token: string | null) {
    this.#client = client
    this.#socket = socket
    if (token !== null) this.#metadata.set('authorization', `Bearer ${token}`)
  }

  /** Throws ServiceError `invalid` for an address that no source is read from, and the network's own error. */
  static async open({ host, port, password }: ConnectionValues, tls: Tls): Promise<SparkRequests> {
    const name = host ?? 'localhost'
    const { address, family } = await addressOf(name)
    const at = port ?? defaultPort
    const target = family === 6 ? `ipv6:[${address}]:${at}` : `ipv4:${address}:${at}`
    const socket = new OwnSocket(credentialsOf(tls, name))
    const client = new grpc.Client(target, socket, {
      'grpc.primary_user_agent': 'assay',
      'grpc.default_authority': `${isIP(name) === 6 ? `[${name}]` : name}:${at}`,
      // TLS takes no address as the name that it asks for.
      ...(tls !== null && { 'grpc.ssl_target_name_override': isIP(name) === 0 ? name : 'address.invalid' }),
      // A proxy of the environment would be another host than the one that was looked at.
      'grpc.enable_http_proxy': 0,
      'grpc.max_receive_message_length': mostBytes,
    })
    return new SparkRequests(client, socket, password ?? null)
  }

  /** The answer to a call of one message; aborting drops the call. */
  ask<Name extends keyof Calls>(
    name: Name,
    request: Request<Name>,
    signal?: AbortSignal,
  ): Promise<Answer<Name>> {
    return new Promise((resolve, reject) => {
      const call = this.#client.makeUnaryRequest<Request<Name>, Answer<Name>>(
        pathOf(name),
        ...this.#codecs(name),
        request,
        this.#metadata,
        { deadline: wallMilliseconds() + promptMs },
        (error, answer) => {
          clearTimeout(timer)
          signal?.removeEventListener('abort', drop)
          if (error) reject(isSilent ? new Error('connect ETIMEDOUT') : failureOf(error))
          else if (answer) resolve(answer)
        },
      )
      const drop = (): void => call.cancel()
      signal?.addEventListener('abort', drop)
      let isSilent = false
      const timer = setTimeout(() => {
        isSilent = this.#client.getChannel().getConnectivityState(false) !== grpc.connectivityState.READY
        if (isSilent) call.cancel()
      }, connectTimeoutSeconds * 1000)
    })
  }

  /** The messages of an answer, fetched as they are read; aborting drops the call. */
  async *stream<Name extends keyof Calls>(
    name: Name,
    request: Request<Name>,
    signal: AbortSignal,
  ): AsyncGenerator<Answer<Name>> {
    const call = this.#client.makeServerStreamRequest<Request<Name>, Answer<Name>>(
      pathOf(name),
      ...this.#codecs(name),
      request,
      this.#metadata,
    )
    const drop = (): void => call.cancel()
    signal.addEventListener('abort', drop)
    try {
      for await (const answer of call) yield answer as Answer<Name>
    } catch (error) {
      throw brokenOff(error) ?? failureOf(error)
    } finally {
      signal.removeEventListener('abort', drop)
      call.cancel()
    }
  }

  /** What was sent before is still handed over, where there is a connection. */
  close(): void {
    const isConnected = this.#client.getChannel().getConnectivityState(false) === grpc.connectivityState.READY
    this.#client.close()
    if (!isConnected) this.#socket.leave()
  }

  #codecs<Name extends keyof Calls>(name: Name) {
    const { request, answer } = calls[name] as unknown as {
      request: Codec<Request<Name>>
      answer: Codec<Answer<Name>>
    }
    return [request.encode, answer.decode] as const
  }
}

/** The first of the addresses of a host. Throws ServiceError `invalid` when one of them is none that a source is read from. */
async function addressOf(host: string): Promise<dns.LookupAddress> {
  const found = await new Promise<dns.LookupAddress[]>((resolve, reject) => {
    dns.lookup(host, { all: true }, (error, addresses) => (error ? reject(error) : resolve(addresses)))
  })
  if (found.some(({ address }) => isOwnAddress(address))) throw new ServiceError('invalid', addressFault)
  const [first] = found
  if (!first) throw new Error(`getaddrinfo ENOTFOUND ${host}`)
  return first
}

const pathOf = (name: string): string => `/spark.connect.SparkConnectService/${name}`

function credentialsOf(tls: Tls, name: string): grpc.ChannelCredentials {
  if (tls === null) return grpc.credentials.createInsecure()
  return grpc.credentials.createSsl(tls.ca === undefined ? null : Buffer.from(tls.ca), null, null, {
    rejectUnauthorized: tls.verify !== 'nothing',
    checkServerIdentity: (_asked, certificate) =>
      tls.verify === 'name' ? checkServerIdentity(name, certificate) : undefined,
  })
}

/** Codes of gRPC by which the server itself has answered. */
const answered = new Set<number>([
  grpc.status.UNAUTHENTICATED,
  grpc.status.PERMISSION_DENIED,
  grpc.status.UNIMPLEMENTED,
  grpc.status.INVALID_ARGUMENT,
])

/** A statement that the server broke off without being able to say why in its own way; null for all else. */
function brokenOff(error: unknown): SparkRefusal | null {
  if (!(error instanceof Error) || !('details' in error) || !('code' in error)) return null
  const { code, details, metadata } = error as grpc.ServiceError
  const isTold = (metadata?.get('grpc-status-details-bin') ?? []).length > 0
  return code === grpc.status.UNKNOWN && !isTold ? SparkRefusal.ofBrokenStatement(details) : null
}

/** The server's refusal, or the network's error with its code, which gRPC hands over in words only. */
function failureOf(error: unknown): Error {
  if (!(error instanceof Error) || !('details' in error) || !('code' in error))
    return new Error(messageOf(error))
  const { code, details, metadata } = error as grpc.ServiceError
  const [told] = metadata?.get('grpc-status-details-bin') ?? []
  const refusal = SparkRefusal.from(details, Buffer.isBuffer(told) ? told : null)
  if (refusal.isTold || (answered.has(code) && !isOfHttp.test(details))) return refusal
  const words = details
    .replace(/^No connection established\. Last error: (?:Error: )?/, '')
    .replace(/\.? Resolution note: $/, '')
  const network =
    networkCodes.find(([pattern]) => pattern.test(words))?.[1] ?? /\bE[A-Z]{4,}\b/.exec(words)?.[0]
  if (network !== undefined) return Object.assign(new Error(words), { code: network })
  if (code === grpc.status.UNAVAILABLE) return new BusyServer(words || 'it is not available')
  return new Error(words || `gRPC status ${code}`)
}

/** What gRPC says of an answer that is none of gRPC; it gives it a code of its own. */
const isOfHttp = /^Received HTTP status code/

/** What tells failures of TLS apart in the words that gRPC leaves of them, and codes as Node has for such. */
const networkCodes: [pattern: RegExp, code: string][] = [
  [/wrong version number|packet length too long/, 'ERR_SSL_WRONG_VERSION_NUMBER'],
  [/certificate|altnames/i, 'CERT_REFUSED'],
]
