import { jwtVerify, SignJWT } from 'jose'
import { ServiceError } from '../kernel/errors.ts'
import type { SecretBox } from '../kernel/secret-box.ts'

/** The content of a token: its user, and the key of its row, by which it can be revoked. */
export interface TokenClaims {
  user_id: number
  key: string
}

const algorithm = 'HS256'
const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/
const signingKey = (secrets: SecretBox) => secrets.derive('token-signing')

/** The token as clients send it; `expires` null: the claim is left out, and it never expires. */
export function signToken(
  secrets: SecretBox,
  { user_id, key }: TokenClaims,
  issued: Date,
  expires: Date | null,
): Promise<string> {
  const token = new SignJWT()
    .setProtectedHeader({ alg: algorithm, typ: 'JWT' })
    .setSubject(String(user_id))
    .setJti(key)
    .setIssuedAt(issued)
  if (expires) token.setExpirationTime(expires)
  return token.sign(signingKey(secrets))
}

/** What a token says; `expires` null: it never does. */
interface ReadClaims extends TokenClaims {
  expires: Date | null
}

/** Most tokens whose signature is not looked at again. */
const mostKnown = 1000

/** Tokens that this service has signed, as was seen before: the oldest first. A signature holds for ever, and who may use it is asked elsewhere. */
const known = new WeakMap<SecretBox, Map<string, ReadClaims>>()

/**
 * Throws `unauthenticated` for anything that this service did not sign; `expires` null: never. Whether it has expired is for the
 * state's clock to say.
 */
export async function readToken(secrets: SecretBox, token: string): Promise<ReadClaims> {
  const seen = known.get(secrets) ?? new Map<string, ReadClaims>()
  known.set(secrets, seen)
  const before = seen.get(token)
  if (before) return before
  const claims = await verified(secrets, token)
  for (const oldest of seen.keys()) {
    if (seen.size < mostKnown) break
    seen.delete(oldest)
  }
  seen.set(token, claims)
  return claims
}

async function verified(secrets: SecretBox, token: string): Promise<ReadClaims> {
  try {
    const { payload } = await jwtVerify(token, signingKey(secrets), {
      algorithms: [algorithm],
      // At this time no token has expired.
      currentDate: new Date(0),
    })
    const { sub = '', jti = '', exp } = payload
    if (!/^[1-9]\d{0,15}$/.test(sub) || !uuid.test(jti)) throw new Error('Its claims name no row.')
    return { user_id: Number(sub), key: jti, expires: exp === undefined ? null : new Date(exp * 1000) }
  } catch (error) {
    throw new ServiceError('unauthenticated', 'The API token is not one of this service.', { cause: error })
  }
}
