import type { EventEmitter } from 'node:events'
import type { Socket } from 'node:net'
import { Type } from 'typebox'
import { messageOf, ServiceError } from '../../kernel/errors.ts'
import { optional } from '../../model/wire.ts'
import {
  addressFault,
  hostFault,
  isOwnAddress,
  isSocket,
  isThisMachine,
  requireAllowedSocket,
} from './hosts.ts'
import { sslrootcert } from './authority.ts'
import { isPassing, networkFailure } from './network-failures.ts'
import { ConnectionEnd } from './connection-end.ts'
import { SourceUnreached, type ConnectionValues, type SessionBounds } from '../connector.ts'

const sslModes = ['disable', 'prefer', 'require', 'verify-ca', 'verify-full'] as const

/** The members of a connection to a database server. */
export const serverConnection = Type.Object({
  host: Type.String({ minLength: 1 }),
  port: optional(Type.Integer({ minimum: 1, maximum: 65_535 })),
  username: Type.String({ minLength: 1 }),
  password: optional(Type.String()),
  parameters: Type.Optional(
    Type.Object({
      sslmode: Type.Optional(
        Type.Enum(sslModes, {
          description:
            'disable: in clear; prefer (default): encrypted if the server can; require: encrypted; verify-ca: and its certificate is signed by the authority; verify-full: and names the host.',
        }),
      ),
      sslrootcert,
    }),
  ),
})

/** After so long a connection that was asked to end politely is dropped. */
const closeTimeoutMs = 5000
/** A silent connection is probed after so long; a machine that does not answer the probes is given up some seconds later. */
export const keepAliveMs = 30_000
/** After so long without an answer to what the connector itself asks in passing, the connection is dropped. */
const promptMs = 30_000

/** A connected client of a driver, and what it takes to be rid of it. */
export interface ServerConnection<Client> {
  client: Client
  /** When the connection is over, for whatever reason. */
  end: ConnectionEnd
  /** Ends the connection politely, or after five seconds in any way. */
  close(): Promise<void>
  /** Drops the socket: the last resort when a statement cannot be cancelled. */
  destroy(): void
  /** False: this process may end while the connection is open. */
  hold(isHeld: boolean): void
}

/**
 * The connection of a client that connects over this socket: over when the socket is closed, or when the driver says so.
 * `goodbye` asks the server to end it.
 */
export function connectionOver<Client extends EventEmitter>(
  socket: Socket,
  client: Client,
  goodbye: () => Promise<unknown>,
): ServerConnection<Client> {
  const end = new ConnectionEnd()
  // Without a listener a lost connection would also end the process.
  client.on('error', (error: Error) => end.come(error))
  socket.once('close', () => end.come(new Error('the server closed it')))
  const destroy = (): void => {
    end.come(new Error('it did not answer any more and was dropped'))
    socket.destroy()
  }
  const close = async (): Promise<void> => {
    const timer = setTimeout(destroy, closeTimeoutMs)
    await end.before(goodbye).catch(() => undefined)
    clearTimeout(timer)
    destroy()
  }
  const hold = (isHeld: boolean): void => void (isHeld ? socket.ref() : socket.unref())
  return { client, end, destroy, close, hold }
}

/** Ends a socket as soon as its host turns out to lead to an address that no source is read from. */
export function guarded(socket: Socket): Socket {
  return socket.on('lookup', (_error, address) => {
    if (isOwnAddress(address)) socket.destroy(new ServiceError('invalid', addressFault))
  })
}

/** The answer of `work`; throws when the connection ends meanwhile, or does not answer within half a minute and is dropped. */
export async function promptly<Result>(
  { end, destroy }: Pick<ServerConnection<unknown>, 'end' | 'destroy'>,
  work: () => Promise<Result>,
): Promise<Result> {
  const timer = setTimeout(destroy, promptMs)
  try {
    return await end.before(work)
  } finally {
    clearTimeout(timer)
  }
}

/** The encryption of a connection; null for none. */
export type Tls = {
  /** The checks of the server's certificate: none, its signer, or its name as well. */
  verify: 'nothing' | 'signer' | 'name'
  /** The certificate of the signer, PEM; undefined for the well-known ones. */
  ca: string | undefined
} | null

/** The differences between database servers while connecting. */
interface ServerKind<Connected> {
  /** What its servers are called. */
  title: string
  defaultPort: number
  connect(tls: Tls): Promise<Connected>
  /** The socket behind a host that is a path. */
  socketOf(host: string, port: number): string
  /** True when the server refused because it has no TLS at all, which the mode `prefer` lets pass. */
  hasNoTls(error: unknown): boolean
  /** True when a server of this kind gave the answer, and not the network or whatever else listens there. */
  isAnswer(error: unknown): boolean
}

/** The folders of the bounds that a connection needs. */
export type SocketBounds = Pick<SessionBounds, 'allowed_sockets'>

/**
 * Connects as the `sslmode` of the connection says (`prefer` when it says nothing: encrypted if the server can); through a
 * socket always in clear. Throws ServiceError `connection_failed` with the server's own reason, SourceUnreached when no such
 * server answered, `invalid` for an unknown sslmode.
 */
export async function connectToServer<Connected>(
  connection: ConnectionValues,
  { allowed_sockets = [] }: SocketBounds,
  kind: ServerKind<Connected>,
): Promise<Connected> {
  const { sslmode = 'prefer', sslrootcert } = connection.parameters ?? {}
  const host = connection.host ?? 'localhost'
  const fault = hostFault(host, allowed_sockets)
  if (fault !== null) throw new ServiceError('invalid', fault)
  const ca = typeof sslrootcert === 'string' ? sslrootcert : undefined
  const tls = tlsOf(sslmode, ca)
  if (isSocket(host)) {
    const socket = kind.socketOf(host, connection.port ?? kind.defaultPort)
    await requireAllowedSocket(socket, allowed_sockets)
  }
  try {
    return await kind.connect(isSocket(host) ? null : tls)
  } catch (error) {
    if (sslmode !== 'prefer' || !kind.hasNoTls(error)) throw failed(connection, kind, error)
    return kind.connect(null).catch((cause: unknown) => {
      throw failed(connection, kind, cause)
    })
  }
}

/** Why no secret is sent. What was found out about a server on the way must not show in the answer, so that is no ServiceError. */
export function secretInClear({ parameters = {} }: ConnectionValues, title: string): Error {
  const sentence = `A password or token goes to ${title} over TLS only; set sslmode to require or stricter, and port to that of its TLS.`
  return parameters['sslmode'] === 'disable'
    ? new ServiceError('connection_failed', sentence)
    : new Error(`it has no TLS. ${sentence}`)
}

/** The member `sslmode` of a connection that goes through `alwaysEncrypted`. */
export const sslmodeOfSecrets = Type.Optional(
  Type.Enum(['disable', 'verify-full'], {
    description:
      'verify-full (default): encrypted, and the certificate names the host; disable: in clear, to this machine only.',
  }),
)

/** The connection with `verify-full` as its usual sslmode. Throws ServiceError `invalid` for one in clear to another machine; `secrets` begins the sentence. */
export function alwaysEncrypted(connection: ConnectionValues, secrets: string): ConnectionValues {
  const parameters: Record<string, unknown> = { sslmode: 'verify-full', ...connection.parameters }
  if (parameters['sslmode'] !== 'verify-full' && !isThisMachine(connection.host ?? ''))
    throw new ServiceError('invalid', `${secrets} over TLS only; leave sslmode out.`)
  return { ...connection, parameters }
}

function tlsOf(sslmode: unknown, ca: string | undefined): Tls {
  switch (sslmode) {
    case 'disable':
      return null
    case 'prefer':
    case 'require':
      return { verify: 'nothing', ca: undefined }
    case 'verify-ca':
      return { verify: 'signer', ca }
    case 'verify-full':
      return { verify: 'name', ca }
    default:
      throw new ServiceError(
        'invalid',
        `The sslmode "${String(sslmode)}" is not known; use disable, prefer, require, verify-ca or verify-full.`,
      )
  }
}

function failed({ host, port }: ConnectionValues, kind: ServerKind<unknown>, cause: unknown): unknown {
  if (cause instanceof ServiceError) return cause
  const server = { host: host ?? 'localhost', port: port ?? kind.defaultPort }
  const network = networkFailure(cause, server)
  const place = `${server.host}:${server.port}`
  const reason =
    network?.sentence ?? `${place} refused the connection: ${messageOf(cause).replace(/\.$/, '')}.`
  const retryable = network?.retryable ?? isPassing(cause)
  if (network === null && (kind.isAnswer(cause) || isCertificateFault(cause)))
    return new ServiceError('connection_failed', reason, { cause, retryable })
  return new SourceUnreached(
    `No ${kind.title} server was reached at ${place}. See whether host and port are right, the server runs, and firewalls let this service through to it; an Admin who tests the connection is told the reason.`,
    reason,
    { cause, retryable },
  )
}

/** The server's certificate was not accepted: encryption begins only when a server of the kind has agreed to it. */
function isCertificateFault(error: unknown): boolean {
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  return /CERT|SIGNATURE|ERR_(?:SSL|TLS)|^INVALID_(?:CA|PURPOSE)$/.test(code)
}
