import type { FastifyRequest } from 'fastify'
import { authenticateSession } from '../access/session.ts'
import type { Caller } from '../model/principal.ts'
import type { RunEnvironment } from '../runs/operation.ts'
import { refuseForeign } from './same-origin.ts'
import { sessionSecret } from './session-cookie.ts'

/** How the sender of a request is looked up. */
export interface Admission {
  /** Throws `unauthenticated`, or `forbidden` for what another site's page may have sent. */
  admit(request: FastifyRequest): Promise<Caller>
  /** The same for an endpoint that needs nobody: refuses only what another site's page says that it sends. */
  admitAnybody(request: FastifyRequest): void
  /** Looks the sender up again, together with all who ask for the same one at the same time. */
  readmit(request: FastifyRequest): Promise<Caller>
}

/** A token goes before a session: who sends one says in whose name it is. `authenticate` takes tokens, undefined for none. */
export function createAdmission(
  environment: RunEnvironment,
  authenticate: (token: string | undefined) => Promise<Caller>,
): Admission {
  const { public_url } = environment.integrations
  const lookUp = (request: FastifyRequest) => {
    const token = bearerToken(request)
    const secret = token === undefined ? sessionSecret(request) : null
    return secret === null ? authenticate(token) : authenticateSession(environment, secret)
  }
  return {
    async admit(request) {
      if (bearerToken(request) === undefined && sessionSecret(request) !== null) {
        refuseForeign(request, true, public_url)
      }
      return lookUp(request)
    },
    admitAnybody: (request) => refuseForeign(request, false, public_url),
    readmit: (request) =>
      environment.store.sharedReads.once(
        `caller ${bearerToken(request) ?? `by session ${request.headers.cookie}`}`,
        () => lookUp(request),
      ),
  }
}

/** Undefined without one. */
export function bearerToken({ headers }: FastifyRequest): string | undefined {
  return /^bearer +(\S+) *$/i.exec(headers.authorization ?? '')?.[1]
}
