import { createHash, createPrivateKey, createPublicKey, type KeyObject } from 'node:crypto'
import { SignJWT } from 'jose'
import { ServiceError } from '../../kernel/errors.ts'
import { foldedName } from '../../kernel/folded-name.ts'
import type { ConnectionValues } from '../connector.ts'
import { wallMilliseconds } from '../shared/wall-clock.ts'
import { authenticationOf } from './authentication.ts'
import { refreshing } from './refreshed-token.ts'

/** What Snowflake calls the kinds of tokens. */
const kinds = {
  key_pair: 'KEYPAIR_JWT',
  oauth: 'OAUTH',
  refresh_token: 'OAUTH',
  programmatic_access_token: 'PROGRAMMATIC_ACCESS_TOKEN',
} as const

/** A token that was signed may live for an hour; one with less left than a minute is not used. */
const lifeSeconds = 3600
const spareSeconds = 60

/** How requests of an account sign in. */
export interface Credentials {
  /** The kind, as the header says it. */
  kind: string
  token(signal: AbortSignal): Promise<string>
}

/** Throws ServiceError `invalid` for a key that is none, and where something is missing. */
export function credentialsOf(connection: ConnectionValues): Credentials {
  const authentication = authenticationOf(connection)
  const kind = kinds[authentication]
  if (authentication === 'key_pair') return { kind, token: signing(connection) }
  if (authentication === 'refresh_token') return { kind, token: refreshing(connection) }
  const { password } = connection
  if (!password)
    throw new ServiceError(
      'invalid',
      `A connection that signs in by ${authentication} needs its token, in \`password\`.`,
    )
  return { kind, token: async () => password }
}

function signing(connection: ConnectionValues): () => Promise<string> {
  const { username, credentials_payload, password } = connection
  if (!username || !credentials_payload)
    throw new ServiceError(
      'invalid',
      'A connection that signs in by a key pair needs `username` and the private key, in `credentials_payload`.',
    )
  const key = privateKeyIn(credentials_payload, password)
  const subject = `${accountOf(connection)}.${foldedName(username)}`
  const issuer = `${subject}.SHA256:${fingerprintOf(key)}`
  let held: { token: string; until: number } | null = null
  return async () => {
    const now = Math.floor(wallMilliseconds() / 1000)
    if (held === null || held.until < now) {
      const until = now + lifeSeconds
      const token = await new SignJWT()
        .setProtectedHeader({ alg: 'RS256', typ: 'JWT' })
        .setIssuer(issuer)
        .setSubject(subject)
        .setIssuedAt(now)
        .setExpirationTime(until)
        .sign(key)
      held = { token, until: until - spareSeconds }
    }
    return held.token
  }
}

/** `passphrase` is that of a key that is kept encrypted. */
function privateKeyIn(pem: string, passphrase: string | null | undefined): KeyObject {
  try {
    const key = createPrivateKey(passphrase ? { key: pem, passphrase } : pem)
    if (key.asymmetricKeyType === 'rsa') return key
  } catch {
    // Told below.
  }
  throw new ServiceError(
    'invalid',
    'credentials_payload is a private key of RSA as PEM text; where it is kept encrypted, `password` is its passphrase.',
  )
}

/** As the property RSA_PUBLIC_KEY_FP of a user has it. */
const fingerprintOf = (key: KeyObject): string =>
  createHash('sha256')
    .update(createPublicKey(key).export({ type: 'spki', format: 'der' }))
    .digest('base64')

/** The account identifier without region and cloud. */
function accountOf({ host, parameters = {} }: ConnectionValues): string {
  const { account } = parameters
  const named = typeof account === 'string' && account !== '' ? account : (host ?? '')
  return (named.split('.')[0] ?? '').toUpperCase()
}
