import type { Configuration, CustomFetch } from 'openid-client'
import { TargetFailure, type Outgoing } from '../../channels/outgoing.ts'
import { ServiceError } from '../../kernel/errors.ts'
import { admissionRules, type AdmissionRules, type Claims } from './admission.ts'
import type { SignInSettings } from './settings.ts'

/** What must come back unchanged, or fits only to what comes back; it stays with the browser that began. */
interface BegunSignIn {
  state: string
  nonce: string
  verifier: string
}

/** The provider of OpenID Connect by which people sign in. Everything that asks it throws `unavailable` when it does not answer. */
export interface IdentityProvider {
  issuer: string
  /** Completes "Sign in with …". */
  label: string
  rules: AdmissionRules
  /** Hours until a person must come by the provider again. */
  session_hours: number
  /** True when people reach the service by https. */
  is_encrypted: boolean
  /** Where the browser goes, and what is to be kept until it is back. */
  begin(): Promise<BegunSignIn & { url: string }>
  /** `query`: what the browser brought back, with its `?`. Throws `unauthenticated` when that is not an answer to what was begun. */
  finish(query: string, begun: BegunSignIn): Promise<Claims>
  /** Where the browser signs out of the provider too; null when it has no such place. */
  leaving(): Promise<string | null>
}

/** Answers of providers that are read, bytes: their keys and metadata are some tens of thousands. */
const longestAnswer = 1024 * 1024

/** The settings that are read here; `publicUrl` is in config.ts. */
interface Settings extends SignInSettings {
  readonly publicUrl: string | null
}

/** Null without an issuer. Nothing is contacted. Throws a sentence about settings that cannot be used. */
export function createIdentityProvider(settings: Settings, http: Outgoing): IdentityProvider | null {
  const { oidcIssuer: issuer, oidcLabel: label, publicUrl } = settings
  if (issuer === null) return null
  requireUsable(settings, issuer)
  const base = (publicUrl ?? '').replace(/\/+$/, '')
  const redirect_uri = `${base}/api/session/oidc/callback`
  const scope = [...new Set(['openid', ...settings.oidcScopes])].join(' ')
  const connect = connecting(settings, issuer, http)
  return {
    issuer,
    label,
    rules: admissionRules(settings),
    session_hours: settings.oidcSessionHours,
    is_encrypted: base.startsWith('https:'),
    begin: async () => beginSignIn(await asking(label, connect), { redirect_uri, scope }),
    finish: (query, begun) =>
      asking(label, async () => claimsOf(await connect(), new URL(redirect_uri + query), begun)),
    async leaving() {
      const client = await import('openid-client')
      const configuration = await asking(label, connect)
      if (configuration.serverMetadata().end_session_endpoint === undefined) return null
      const back = { post_logout_redirect_uri: `${base}/console/sign-in` }
      return client.buildEndSessionUrl(configuration, back).href
    },
  }
}

async function beginSignIn(
  configuration: Configuration,
  asked: { redirect_uri: string; scope: string },
): Promise<BegunSignIn & { url: string }> {
  const client = await import('openid-client')
  const begun = {
    state: client.randomState(),
    nonce: client.randomNonce(),
    verifier: client.randomPKCECodeVerifier(),
  }
  const url = client.buildAuthorizationUrl(configuration, {
    ...asked,
    state: begun.state,
    nonce: begun.nonce,
    code_challenge: await client.calculatePKCECodeChallenge(begun.verifier),
    code_challenge_method: 'S256',
  })
  return { ...begun, url: url.href }
}

/** What the provider says of the person whose browser came back to this address. */
async function claimsOf(
  configuration: Configuration,
  address: URL,
  { state, nonce, verifier }: BegunSignIn,
): Promise<Claims> {
  const client = await import('openid-client')
  const tokens = await client.authorizationCodeGrant(configuration, address, {
    expectedState: state,
    expectedNonce: nonce,
    pkceCodeVerifier: verifier,
    idTokenExpected: true,
  })
  const said = tokens.claims()
  if (said === undefined) throw new Error('There is no ID token.')
  if (configuration.serverMetadata().userinfo_endpoint === undefined) return said
  // Most providers keep all but the id of the person for this second question.
  return { ...(await client.fetchUserInfo(configuration, tokens.access_token, said.sub)), ...said }
}

function requireUsable({ oidcClientId, publicUrl }: Settings, issuer: string): void {
  if (oidcClientId === null) {
    throw new Error('ASSAY_OIDC_ISSUER is set, so ASSAY_OIDC_CLIENT_ID must be set too.')
  }
  if (publicUrl === null) {
    throw new Error(
      'ASSAY_OIDC_ISSUER is set, so ASSAY_PUBLIC_URL must be set too: the provider sends people back to it.',
    )
  }
  const { protocol, hostname } = new URL(issuer)
  if (protocol === 'http:' && !['localhost', '127.0.0.1', '[::1]'].includes(hostname)) {
    throw new Error(
      `ASSAY_OIDC_ISSUER is "${issuer}"; expected https://, because who can change what it says can be anybody here.`,
    )
  }
}

/** What the provider says of itself is asked once; again after a failure. */
function connecting(settings: Settings, issuer: string, http: Outgoing): () => Promise<Configuration> {
  const { oidcClientId, oidcClientSecret: secret } = settings
  let known: Promise<Configuration> | null = null
  const discover = async () => {
    const client = await import('openid-client')
    const authenticate: Parameters<typeof client.discovery>[3] = (server, ...rest) => {
      if (secret === null) return client.None()(server, ...rest)
      const { token_endpoint_auth_methods_supported: methods = ['client_secret_basic'] } = server
      const isBasic = methods.includes('client_secret_basic')
      return (isBasic ? client.ClientSecretBasic : client.ClientSecretPost)(secret)(server, ...rest)
    }
    return client.discovery(new URL(issuer), oidcClientId ?? '', undefined, authenticate, {
      [client.customFetch]: fetchBy(http),
      // Only for this machine, which `requireUsable` has seen to.
      execute: issuer.startsWith('http:') ? [client.allowInsecureRequests] : [],
    })
  }
  return () =>
    (known ??= discover().catch((error: unknown) => {
      known = null
      throw error
    }))
}

/** The house's way out: public hosts and allowed ones, no redirects, an end to patience and to the length of answers. */
function fetchBy(http: Outgoing): CustomFetch {
  return async (url, { method, headers, body }) => {
    if (method !== 'GET' && method !== 'POST') throw new Error(`${method} is not asked of a provider.`)
    const answer = await http.send({
      method,
      url,
      headers: Object.fromEntries(new Headers(headers)),
      longest_answer: longestAnswer,
      ...(body instanceof URLSearchParams || typeof body === 'string' ? { body: String(body) } : {}),
    })
    return new Response(answer.text === '' ? null : answer.text, {
      status: answer.status,
      headers: {
        'content-type': 'application/json',
        ...(answer.challenge !== undefined && { 'www-authenticate': answer.challenge }),
      },
    })
  }
}

/** Says in a sentence for the person who signs in why it failed; the log of the service gets the cause. */
async function asking<Result>(label: string, ask: () => Promise<Result>): Promise<Result> {
  try {
    return await ask()
  } catch (error) {
    const failure = causes(error).find((cause) => cause instanceof TargetFailure)
    if (failure) {
      throw new ServiceError('unavailable', `Sign-in with ${label} does not work now: ${failure.message}`, {
        cause: error,
      })
    }
    const reason = causes(error).map(reasonOf).at(-1) ?? 'of unknown cause'
    throw new ServiceError(
      'unauthenticated',
      `The answer of ${label} was not accepted (${reason}). Sign in again; an answer counts once, in the browser that asked, within ten minutes.`,
      { cause: error },
    )
  }
}

/** The error and what caused it, outermost first. */
function causes(error: unknown): Error[] {
  return error instanceof Error ? [error, ...causes(error.cause)] : []
}

/** What the provider itself says is worth more than what the library says of it. */
function reasonOf(error: Error): string {
  const { error: word, error_description: words } = error as { error?: unknown; error_description?: unknown }
  if (typeof word !== 'string') return error.message
  return typeof words === 'string' ? `${word}: ${words}` : word
}
