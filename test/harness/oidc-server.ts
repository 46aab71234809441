import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Provider, type Configuration } from 'oidc-provider'
import { createIdentityProvider, type IdentityProvider } from '../../src/access/oidc/provider.ts'
import { createOutgoing } from '../../src/channels/outgoing.ts'
import { loadConfig } from '../../src/config.ts'

/** A provider of OpenID Connect on this machine, in which everybody who comes is `person`, without being asked. */
export interface OidcServer {
  issuer: string
  /** Who signs in there: the claims of the person; `sub` is the id. */
  person: { sub: string } & Record<string, unknown>
  /** The client of the service at `publicUrl`, with these settings beside those that it needs. */
  clientFor(publicUrl: string, settings?: Record<string, string>): IdentityProvider
  close(): Promise<void>
}

const client_id = 'assay'
const client_secret = 'a secret of the tests'

/** Starts a provider that sends people back to these addresses of the service only. */
export async function startOidcServer(publicUrls: readonly string[]): Promise<OidcServer> {
  const listener = createServer()
  await new Promise<void>((resolve) => listener.listen(0, '127.0.0.1', resolve))
  const issuer = `http://127.0.0.1:${(listener.address() as AddressInfo).port}`
  const started: Pick<OidcServer, 'person'> = { person: { sub: 'nobody' } }
  const provider = new Provider(issuer, configuration(publicUrls, started))
  provider.on('server_error', (_context, error) => process.stderr.write(`${error.stack}\n`))
  const answer = provider.callback()
  listener.on('request', (request, response) => {
    const isAsked = request.url?.startsWith('/interaction/')
    void (isAsked ? signIn(provider, started.person.sub, request, response) : answer(request, response))
  })
  return Object.assign(started, {
    issuer,
    clientFor(publicUrl: string, settings: Record<string, string> = {}) {
      const config = loadConfig({
        ASSAY_OIDC_ISSUER: issuer,
        ASSAY_OIDC_CLIENT_ID: client_id,
        ASSAY_OIDC_CLIENT_SECRET: client_secret,
        ASSAY_OIDC_LABEL: 'Example',
        ASSAY_PUBLIC_URL: publicUrl,
        ASSAY_ALLOWED_TARGETS: '127.0.0.1',
        ...settings,
      })
      const made = createIdentityProvider(config, createOutgoing(config.allowedTargets))
      if (made === null) throw new Error('The settings name a provider.')
      return made
    },
    async close() {
      listener.closeAllConnections()
      await new Promise((resolve) => listener.close(resolve))
    },
  })
}

function configuration(publicUrls: readonly string[], now: Pick<OidcServer, 'person'>): Configuration {
  return {
    clients: [
      {
        client_id,
        client_secret,
        redirect_uris: publicUrls.map((url) => `${url}/api/session/oidc/callback`),
        post_logout_redirect_uris: publicUrls.map((url) => `${url}/console/sign-in`),
      },
    ],
    claims: {
      openid: ['sub', 'groups'],
      email: ['email', 'email_verified'],
      profile: ['name', 'preferred_username'],
    },
    pkce: { required: () => true },
    features: { devInteractions: { enabled: false } },
    interactions: { url: (_context, { uid }) => `/interaction/${uid}` },
    ttl: { AccessToken: 600, Grant: 600, IdToken: 600, Interaction: 600, Session: 600 },
    cookies: { keys: ['a key of the tests'] },
    findAccount: (_context, accountId) => ({ accountId, claims: () => ({ ...now.person, sub: accountId }) }),
    // Nobody is asked what the service may know.
    async loadExistingGrant({ oidc }) {
      const grant = new oidc.provider.Grant({
        clientId: client_id,
        ...(oidc.session?.accountId !== undefined && { accountId: oidc.session.accountId }),
      })
      grant.addOIDCScope('openid profile email')
      await grant.save()
      return grant
    },
  }
}

function signIn(
  provider: Provider,
  accountId: string,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  return provider.interactionFinished(request, response, { login: { accountId } })
}
