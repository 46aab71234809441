import { createPrivateKey, sign, type KeyObject } from 'node:crypto'
import { text } from 'node:stream/consumers'
import { ServiceError } from '../../kernel/errors.ts'
import { hostFault, isThisMachine } from '../shared/hosts.ts'
import { HttpRequests } from '../shared/http-requests.ts'
import { wallMilliseconds } from '../shared/wall-clock.ts'

/** Reading tables and running queries; the roles of the account say which. */
const scope = 'https://www.googleapis.com/auth/bigquery'
const usualTokenUri = 'https://oauth2.googleapis.com/token'
/** A token lives for an hour; one with less left is not used. */
const spareMs = 60_000

/** The key of a service account. */
export interface ServiceAccount {
  email: string
  key: KeyObject
  /** The project of the account. */
  project: string | null
  token_uri: string
}

/** Reads the JSON file of a key; throws ServiceError `invalid`. */
export function serviceAccountOf(payload: string): ServiceAccount {
  const members = jsonOf(payload)
  const { client_email, private_key, project_id, token_uri = usualTokenUri } = members
  if (typeof client_email !== 'string' || typeof private_key !== 'string' || typeof token_uri !== 'string')
    throw invalidKey('with client_email and private_key')
  const fault = addressFault(token_uri)
  if (fault !== null) throw invalidKey(`whose token_uri can be used (${fault})`)
  try {
    const key = createPrivateKey(private_key)
    return {
      email: client_email,
      key,
      project: typeof project_id === 'string' ? project_id : null,
      token_uri,
    }
  } catch {
    throw invalidKey('whose private_key is one of RSA')
  }
}

/** Why the account does not sign in there; null when it may. What it signs goes to other machines encrypted. */
function addressFault(address: string): string | null {
  const url = URL.parse(address)
  if (url === null) return 'token_uri is no address'
  if (url.protocol !== 'https:' && !(url.protocol === 'http:' && isThisMachine(url.hostname)))
    return 'token_uri is no address of https://'
  return hostFault(url.hostname, [])
}

function jsonOf(payload: string): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(payload)
    if (typeof value === 'object' && value !== null) return { ...value }
  } catch {
    // Told below.
  }
  throw invalidKey('as it was downloaded')
}

const invalidKey = (which: string): ServiceError =>
  new ServiceError('invalid', `credentials_payload is the JSON file of a key of a service account, ${which}.`)

/** Tokens of an account, each used until shortly before its end. */
export class Tokens {
  readonly #account: ServiceAccount
  #held: { token: string; until: number } | null = null

  constructor(account: ServiceAccount) {
    this.#account = account
  }

  /** Throws an Error with the server's reason. */
  async token(signal: AbortSignal): Promise<string> {
    if (this.#held === null || this.#held.until < performance.now()) this.#held = await this.#asked(signal)
    return this.#held.token
  }

  async #asked(signal: AbortSignal): Promise<{ token: string; until: number }> {
    const { token_uri } = this.#account
    const { hostname, port, protocol, pathname } = new URL(token_uri)
    const tls = protocol === 'http:' ? null : ({ verify: 'name', ca: undefined } as const)
    const requests = new HttpRequests({ host: hostname, port: port === '' ? null : Number(port) }, tls, 443)
    try {
      const answer = await requests.send({
        method: 'POST',
        path: pathname,
        headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
        body: new URLSearchParams({
          grant_type: 'urn:ietf:params:oauth:grant-type:jwt-bearer',
          assertion: assertionOf(this.#account),
        }).toString(),
        signal,
      })
      const { access_token: token, expires_in: seconds, error } = jsonOf(await text(answer))
      if (typeof token !== 'string') throw new TokenRefused(String(error ?? `status ${answer.statusCode}`))
      const lasts = typeof seconds === 'number' ? seconds * 1000 : 0
      return { token, until: performance.now() + lasts - spareMs }
    } finally {
      requests.close()
    }
  }
}

/** What the server for tokens said against the account. */
export class TokenRefused extends Error {
  constructor(reason: string) {
    super(`the service account was not let in (${reason})`)
  }
}

function assertionOf({ email, key, token_uri }: ServiceAccount): string {
  const now = Math.floor(wallMilliseconds() / 1000)
  const part = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url')
  const claims = { iss: email, scope, aud: token_uri, iat: now, exp: now + 3600 }
  const signed = `${part({ alg: 'RS256', typ: 'JWT' })}.${part(claims)}`
  return `${signed}.${sign('RSA-SHA256', Buffer.from(signed), key).toString('base64url')}`
}
