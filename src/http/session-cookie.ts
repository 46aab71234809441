import type { FastifyReply, FastifyRequest } from 'fastify'
import { ServiceError } from '../kernel/errors.ts'

/** The cookie by which a browser shows its session. */
export const cookieName = 'assay_session'

/** A handler's answer beside which the browser keeps a session (`secret` until `expires`), or forgets the one that it has (null). */
export class SessionAnswer {
  readonly body: object | undefined
  readonly session: { secret: string; expires: string } | null

  constructor(body: object | undefined, session: { secret: string; expires: string } | null) {
    this.body = body
    this.session = session
  }
}

/**
 * The secret of the session that came with the request; null without one. Throws `unauthenticated` for several: a page of a
 * neighbouring host could have set the other one.
 */
export function sessionSecret(request: FastifyRequest): string | null {
  const found = cookiesOf(request)
  if (found.length > 1) {
    throw new ServiceError(
      'unauthenticated',
      `The browser sent several cookies "${cookieName}"; delete those of this site, and sign in again.`,
    )
  }
  return found[0] ?? null
}

/** The same where several are none. */
export function onlySecret(request: FastifyRequest): string | null {
  const found = cookiesOf(request)
  return found.length === 1 ? (found[0] ?? null) : null
}

/** True when the browser sent a session, or what it takes for one. */
export function hasSessionCookie(request: FastifyRequest): boolean {
  return cookiesOf(request).length > 0
}

/** The values of all cookies of this name (default: that of the session) that came with the request. */
export function cookiesOf({ headers }: FastifyRequest, wanted: string = cookieName): string[] {
  return (headers.cookie ?? '').split(';').flatMap((pair) => {
    const [name = '', ...value] = pair.split('=')
    return name.trim() === wanted ? [value.join('=').trim()] : []
  })
}

/** No script reads it, no page of another site sends it, and it does not go over an open connection when it came over a closed one. */
export function keepSession(
  request: FastifyRequest,
  reply: FastifyReply,
  session: { secret: string; expires: string } | null,
): void {
  const parts = [
    `${cookieName}=${session?.secret ?? ''}`,
    'Path=/',
    'HttpOnly',
    'SameSite=Strict',
    session ? `Expires=${new Date(session.expires).toUTCString()}` : 'Max-Age=0',
    ...(isEncrypted(request) ? ['Secure'] : []),
  ]
  reply.header('set-cookie', parts.join('; '))
}

/** As the browser sees it: its origin says so, or else whatever took the request from it. */
function isEncrypted({ headers, protocol }: FastifyRequest): boolean {
  const { origin } = headers
  if (origin !== undefined && origin !== 'null') return origin.startsWith('https:')
  return protocol === 'https' || headers['x-forwarded-proto'] === 'https'
}
