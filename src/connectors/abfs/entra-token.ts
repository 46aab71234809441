import { messageOf, RunFailure } from '../../kernel/errors.ts'
import { SourceUnreached, type ConnectionValues } from '../connector.ts'
import { invalid, parameterOf, serverOf } from '../objects/address.ts'
import { bodyOf } from '../objects/client.ts'
import type { Keys, Place } from '../objects/protocol.ts'
import { HttpRequests } from '../shared/http-requests.ts'
import { networkFailure } from '../shared/network-failures.ts'

const usualAuthority = 'https://login.microsoftonline.com'
/** The same in every cloud of the vendor. */
const scope = 'https://storage.azure.com/.default'
const answerMs = 30_000
/** A token is had anew so long before its end, milliseconds. */
const spareMs = 5 * 60_000
const mostAnswerBytes = 256 * 1024

/** Where an application signs in. */
export interface Tenant {
  server: Pick<Place, 'host' | 'port' | 'is_encrypted'>
  path: string
}

/** Null for a connection without `tenant_id`, whose secret is one of the account. Throws ServiceError `invalid`. */
export function tenantOf(connection: ConnectionValues): Tenant | null {
  const id = parameterOf(connection, 'tenant_id')
  if (id === null) return null
  if (!/^[a-z0-9](?:[a-z0-9.-]{0,98}[a-z0-9])?$/i.test(id))
    throw invalid('The tenant_id is the identifier of a tenant of Microsoft Entra, or one of its domains.')
  const { parts, ...server } = serverOf(parameterOf(connection, 'authority') ?? usualAuthority)
  if (parts.length > 0)
    throw invalid(`The authority is the address of a server alone, such as ${usualAuthority}.`)
  requireSecrecy(server, 'authority')
  return { server, path: `/${id}/oauth2/v2.0/token` }
}

/** Secrets and tokens go to servers of other machines encrypted, or not at all. */
export function requireSecrecy({ host, is_encrypted }: Tenant['server'], member: string): void {
  if (!is_encrypted && !/^(?:127\.\d+\.\d+\.\d+|::1|localhost)$/.test(host))
    throw invalid(`Sign-in by Microsoft Entra needs an address of https:// as ${member}.`)
}

/** The token of an application, had by its secret when it is first needed, and anew before it ends. */
export class EntraToken {
  readonly #tenant: Tenant
  #held: Promise<{ token: string; until: number }> | null = null

  constructor(tenant: Tenant) {
    this.#tenant = tenant
  }

  /** Throws RunFailure when the sign-in is refused, SourceUnreached when nothing signs in there. */
  async value(keys: Keys, signal: AbortSignal): Promise<string> {
    const asked = (this.#held ??= this.#asked(keys, signal))
    const held = await asked
    if (performance.now() < held.until) return held.token
    // Of several requests that find it ended, one asks.
    if (this.#held === asked) this.#held = null
    return (await (this.#held ??= this.#asked(keys, signal))).token
  }

  async #asked(keys: Keys, signal: AbortSignal): Promise<{ token: string; until: number }> {
    const { server } = this.#tenant
    const requests = new HttpRequests(
      server,
      server.is_encrypted ? { verify: 'name', ca: undefined } : null,
      server.port,
    )
    try {
      return tokenIn(await this.#answer(requests, keys, signal))
    } catch (error) {
      this.#held = null
      if (error instanceof RunFailure || signal.aborted) throw error
      throw unreached(error, server)
    } finally {
      requests.close()
    }
  }

  async #answer(
    requests: HttpRequests,
    { access_key, secret_key }: Keys,
    signal: AbortSignal,
  ): Promise<unknown> {
    const form = { grant_type: 'client_credentials', client_id: access_key, client_secret: secret_key, scope }
    const answer = await requests.send({
      method: 'POST',
      path: this.#tenant.path,
      headers: { 'Content-Type': 'application/x-www-form-urlencoded', Accept: 'application/json' },
      body: new URLSearchParams(form).toString(),
      signal: AbortSignal.any([signal, AbortSignal.timeout(answerMs)]),
    })
    return JSON.parse(await bodyOf(answer, mostAnswerBytes))
  }
}

function tokenIn(answer: unknown): { token: string; until: number } {
  const { access_token, expires_in, error } = Object(answer) as Record<string, unknown>
  if (typeof error === 'string') throw new RunFailure(sentenceOf(error))
  if (typeof access_token !== 'string' || !/^[\x21-\x7e]+$/.test(access_token))
    throw new Error('the answer holds no token')
  return { token: access_token, until: performance.now() + Number(expires_in) * 1000 - spareMs }
}

/** The server's own sentences are left out: they name the tenant's applications and hosts. */
function sentenceOf(error: string): string {
  switch (error) {
    case 'invalid_client':
      return 'Microsoft Entra does not accept the secret of the application: secret_key is another one, or has expired.'
    case 'unauthorized_client':
      return 'Microsoft Entra knows no such application in this tenant. Correct access_key or the parameter tenant_id.'
    default:
      return `Microsoft Entra refused the sign-in${/^\w{1,60}$/.test(error) ? ` (${error})` : ''}. See whether access_key, secret_key and the parameter tenant_id are right.`
  }
}

function unreached(cause: unknown, server: Tenant['server']): SourceUnreached {
  const at = `${server.host}:${server.port}`
  const network = networkFailure(cause, server)
  return new SourceUnreached(
    `No server for the sign-in was reached at ${at}. See whether the parameter authority is right, and firewalls let this service through to it; an Admin who tests the connection is told the reason.`,
    network?.sentence ?? `${at} cannot be asked: ${messageOf(cause).replace(/\.$/, '')}.`,
    { cause, retryable: network?.retryable ?? false },
  )
}
