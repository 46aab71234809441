import { Type } from 'typebox'
import { messageOf, ServiceError } from '../kernel/errors.ts'
import { optional } from '../model/wire.ts'
import type { ConnectionValues } from './connector.ts'

/** The members of a connection to a database server. */
export const serverConnection = Type.Object({
  host: Type.String({ minLength: 1 }),
  port: optional(Type.Integer({ minimum: 1, maximum: 65_535 })),
  username: Type.String({ minLength: 1 }),
  password: optional(Type.String()),
  parameters: Type.Optional(
    Type.Object({
      sslmode: Type.Optional(
        Type.String({ description: 'disable, prefer (default), require, verify-ca or verify-full.' }),
      ),
      sslrootcert: Type.Optional(
        Type.String({ description: 'The certificate authority to trust, as PEM text.' }),
      ),
    }),
  ),
})

export const connectTimeoutSeconds = 10
/** After so long a connection that was asked to end politely is dropped. */
export const closeTimeoutMs = 5000

/** How a connection is encrypted; null for not at all. */
export type Tls = {
  /** What of the server's certificate is looked at: nothing, who signed it, or its name as well. */
  verify: 'nothing' | 'signer' | 'name'
  /** The certificate of the signer, PEM; undefined for the well-known ones. */
  ca: string | undefined
} | null

/** What differs from one database server to another while connecting. */
interface ServerKind<Connected> {
  defaultPort: number
  connect(tls: Tls): Promise<Connected>
  /** Whether the server refused because it has no TLS at all, which the mode `prefer` lets pass. */
  hasNoTls(error: unknown): boolean
}

/**
 * Connects as the `sslmode` of the connection says (`prefer` when it says nothing: encrypted if the server can). Throws
 * ServiceError `connection_failed` with the server's own reason, `invalid` for an unknown sslmode.
 */
export async function connectToServer<Connected>(
  connection: ConnectionValues,
  kind: ServerKind<Connected>,
): Promise<Connected> {
  const { sslmode = 'prefer', sslrootcert } = connection.parameters ?? {}
  const ca = typeof sslrootcert === 'string' ? sslrootcert : undefined
  try {
    return await kind.connect(tlsOf(sslmode, ca))
  } catch (error) {
    if (sslmode !== 'prefer' || !kind.hasNoTls(error)) throw failed(connection, kind.defaultPort, error)
    return kind.connect(null).catch((cause: unknown) => {
      throw failed(connection, kind.defaultPort, cause)
    })
  }
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

function failed({ host, port }: ConnectionValues, defaultPort: number, cause: unknown): unknown {
  if (cause instanceof ServiceError) return cause
  const server = `${host ?? 'localhost'}:${port ?? defaultPort}`
  // A name with several addresses fails with all their errors; the first tells enough.
  const first = cause instanceof AggregateError ? (cause.errors[0] as unknown) : cause
  const reason = messageOf(first).replace(/\.$/, '')
  const sentence = /timeout expired|ETIMEDOUT/.test(reason)
    ? `${server} did not answer within ${connectTimeoutSeconds} seconds.`
    : `${server} refused the connection: ${reason}.`
  return new ServiceError('connection_failed', sentence, { cause })
}
