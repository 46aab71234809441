import { importPKCS8, SignJWT } from 'jose'
import { RunFailure } from '../../kernel/errors.ts'
import { invalid } from '../objects/address.ts'
import {
  askIdentityServer,
  identityServer,
  machineServer,
  membersOf,
  tokenIn,
  wordIn,
  type IdentityServer,
} from '../objects/identity-server.ts'
import type { Lasting } from '../objects/renewed.ts'
import { variableOf, type Machine } from '../shared/machine.ts'

/** Reading and writing; the roles of the account say which of them it may. */
const scope = 'https://www.googleapis.com/auth/devstorage.read_write'
const usualTokenUri = 'https://oauth2.googleapis.com/token'
const grant = 'urn:ietf:params:oauth:grant-type:jwt-bearer'

/** The key of a service account, and where it signs in. */
export interface ServiceAccount {
  email: string
  private_key: string
  private_key_id: string | null
  /** Names the server in what is signed. */
  token_uri: string
  server: IdentityServer & { path: string }
}

/** Reads the JSON file of a key. Throws ServiceError `invalid`. */
export function serviceAccountOf(payload: string): ServiceAccount {
  const { type, client_email, private_key, private_key_id, token_uri = usualTokenUri } = jsonOf(payload)
  if (type !== undefined && type !== 'service_account')
    throw invalid(
      'The credentials_payload is of another kind than service_account. Give the JSON file of a key of a service account.',
    )
  if (typeof client_email !== 'string' || typeof private_key !== 'string' || typeof token_uri !== 'string')
    throw invalid(
      'The credentials_payload is the JSON file of a key of a service account, with client_email and private_key.',
    )
  return {
    email: client_email,
    private_key,
    private_key_id: typeof private_key_id === 'string' ? private_key_id : null,
    token_uri,
    server: identityServer(token_uri, 'token_uri in the credentials_payload'),
  }
}

function jsonOf(payload: string): Record<string, unknown> {
  try {
    return membersOf(payload)
  } catch {
    throw invalid(
      'The credentials_payload is no JSON. Give the whole text of the file of a key of a service account.',
    )
  }
}

/** A token that the account gets for what it has signed. Throws RunFailure when it is refused. */
export async function serviceAccountToken(account: ServiceAccount): Promise<Lasting<{ token: string }>> {
  const { server } = account
  const body = new URLSearchParams({ grant_type: grant, assertion: await assertionOf(account) }).toString()
  const headers = { 'Content-Type': 'application/x-www-form-urlencoded', Accept: 'application/json' }
  return askIdentityServer(
    server,
    { method: 'POST', path: server.path, headers, body },
    ({ status, text }) => {
      const members = membersOf(text)
      if (typeof members['error'] === 'string') throw new RunFailure(sentenceOf(members['error']))
      if (status !== 200) throw new Error(`the answer has the status ${status}`)
      return lasting(members)
    },
  )
}

async function assertionOf({
  email,
  private_key,
  private_key_id,
  token_uri,
}: ServiceAccount): Promise<string> {
  const key = await importPKCS8(private_key, 'RS256').catch((cause: unknown) => {
    throw new RunFailure(
      'The private_key in the credentials_payload is no private key of RSA. Give the file as it was downloaded.',
      { cause },
    )
  })
  return new SignJWT({ scope })
    .setProtectedHeader({ alg: 'RS256', typ: 'JWT', ...(private_key_id !== null && { kid: private_key_id }) })
    .setIssuer(email)
    .setAudience(token_uri)
    .setIssuedAt()
    .setExpirationTime('1h')
    .sign(key)
}

/** A token of the service account of this machine, or of its pod in GKE, by the server of metadata. Throws RunFailure when it has none. */
export async function machineToken(machine: Machine): Promise<Lasting<{ token: string }>> {
  // By its address: a name that leads there is refused, as every name that leads to what is a cloud's own.
  const server = machineServer(
    `http://${variableOf(machine, 'GCE_METADATA_HOST') ?? '169.254.169.254'}`,
    'GCE_METADATA_HOST',
  )
  const path = '/computeMetadata/v1/instance/service-accounts/default/token'
  const headers = { 'Metadata-Flavor': 'Google' }
  return askIdentityServer(server, { method: 'GET', path, headers }, (answer) => {
    if (answer.headers['metadata-flavor'] !== 'Google')
      throw new Error('what answers is no server of metadata')
    if (answer.status !== 200)
      throw new RunFailure(
        `The machine that the service runs in gives out no token (status ${answer.status}): it has no service account, or keeps this service from asking.`,
      )
    return lasting(membersOf(answer.text))
  })
}

const lasting = (members: Record<string, unknown>): Lasting<{ token: string }> => ({
  value: { token: tokenIn(members, 'access_token') },
  lasts_ms: Number(members['expires_in']) * 1000,
})

/** The server's own sentences are left out: they name accounts. */
function sentenceOf(error: string): string {
  if (error === 'invalid_grant')
    return 'Google does not accept the key of the service account: it was deleted or disabled, or the clock of this machine is wrong.'
  return `Google refused the sign-in of the service account${wordIn(error)}. See whether credentials_payload is the file of a key that still exists.`
}
