import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { Type, type Static } from 'typebox'
import { Check } from 'typebox/value'
import type { IdentityProvider } from '../access/oidc/provider.ts'
import { ServiceError } from '../kernel/errors.ts'
import type { RunEnvironment } from '../runs/operation.ts'
import { signInByProvider } from '../services/sessions/by-provider.ts'
import { answerTo } from './errors.ts'
import { cookiesOf } from './session-cookie.ts'
import { textPage } from './text-page.ts'

/** What the browser keeps between leaving for the provider and being back, sealed. */
const Underway = Type.Object({
  state: Type.String(),
  nonce: Type.String(),
  verifier: Type.String(),
  /** Where the person wanted to go; null: nowhere special. */
  to: Type.Union([Type.String(), Type.Null()]),
  expires: Type.String(),
})
type Underway = Static<typeof Underway>

const path = '/session/oidc'
const cookieName = 'assay_sign_in'
const lifetimeSeconds = 600
/** Addresses that are longer are not gone back to. */
const longestAddress = 2000

const Asked = Type.Object({ to: Type.Optional(Type.String()) })

/**
 * Signs people in by the provider of OpenID Connect, where there is one. The way back begins on another site, so that a strict cookie
 * would not come along: it ends on the console's own page with a one-time code. Not a part of the API document.
 */
export async function serveProviderSignIn(app: FastifyInstance, environment: RunEnvironment): Promise<void> {
  const hidden = { schema: { hide: true } }
  app.get<{ Querystring: Static<typeof Asked> }>(
    path,
    { schema: { hide: true, querystring: Asked } },
    (request, reply) =>
      tell(environment, request, reply, async (provider) => {
        const { clock, secrets, store } = environment
        const { url, ...begun } = await provider.begin()
        const { to = '' } = request.query
        const expires = new Date(
          (await clock.now(store.database)).getTime() + lifetimeSeconds * 1000,
        ).toISOString()
        const underway: Underway = { ...begun, to: to.length > longestAddress ? null : to || null, expires }
        keep(reply, provider, secrets.seal(JSON.stringify(underway), cookieName))
        return url
      }),
  )
  app.get(`${path}/callback`, hidden, (request, reply) =>
    tell(environment, request, reply, async (provider) => {
      const underway = await underwayOf(environment, request)
      // Whatever comes of it, it counts once.
      keep(reply, provider, null)
      const claims = await provider.finish(request.url.replace(/^[^?]*/, ''), underway)
      const origin = { endpoint: `GET ${path}/callback`, ip_address: request.ip }
      const code = await signInByProvider({ ...environment, origin }, provider, claims)
      const to = underway.to === null ? '' : `?to=${encodeURIComponent(underway.to)}`
      return `/console/sign-in${to}#${code}`
    }),
  )
  app.get(`${path}/end`, hidden, (request, reply) =>
    tell(environment, request, reply, async (provider) => (await provider.leaving()) ?? '/console/sign-in'),
  )
}

/** Leads where `work` says, or says on a page why it does not. */
async function tell(
  environment: RunEnvironment,
  request: FastifyRequest,
  reply: FastifyReply,
  work: (provider: IdentityProvider) => Promise<string>,
): Promise<FastifyReply> {
  try {
    const { provider = null } = environment
    if (provider === null) {
      throw new ServiceError('not_found', 'Single sign-on is not set up here; sign in with a token.')
    }
    return reply.redirect(await work(provider))
  } catch (error) {
    const { status, body } = answerTo(error, environment.log, `GET /api${request.routeOptions.url}`)
    const sentence = typeof body.detail === 'string' ? body.detail : 'The address holds something unexpected.'
    if (status < 500) environment.log.warn({ err: error }, `Somebody was not signed in: ${sentence}`)
    return textPage(reply.status(status), 'You are not signed in', [
      sentence,
      { link: '/console/sign-in', words: 'Back to the sign-in' },
    ])
  }
}

async function underwayOf(
  { secrets, clock, store }: RunEnvironment,
  request: FastifyRequest,
): Promise<Underway> {
  const now = await clock.now(store.database)
  for (const sealed of cookiesOf(request, cookieName)) {
    const kept = openedBy(() => secrets.open(sealed, cookieName))
    if (kept !== null && Date.parse(kept.expires) > now.getTime()) return kept
  }
  throw new ServiceError(
    'unauthenticated',
    'This sign-in was not begun in this browser within the last ten minutes, or is finished already; begin again.',
  )
}

/** Null for what this service has not sealed. */
function openedBy(open: () => string): Underway | null {
  try {
    const kept: unknown = JSON.parse(open())
    return Check(Underway, kept) ? kept : null
  } catch {
    return null
  }
}

/** Sent when the browser comes back from another site (Lax), to these addresses only. Null takes it away. */
function keep(reply: FastifyReply, { is_encrypted }: IdentityProvider, sealed: string | null): void {
  const parts = [
    `${cookieName}=${sealed ?? ''}`,
    `Path=/api${path}`,
    'HttpOnly',
    'SameSite=Lax',
    `Max-Age=${sealed === null ? 0 : lifetimeSeconds}`,
    ...(is_encrypted ? ['Secure'] : []),
  ]
  reply.header('set-cookie', parts.join('; ')).header('referrer-policy', 'no-referrer')
}
