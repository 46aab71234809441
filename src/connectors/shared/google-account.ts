import { importPKCS8, SignJWT } from 'jose'
import { RunFailure } from '../../kernel/errors.ts'
import { identityServer, membersOf, wordIn, type IdentityServer } from './identity-server.ts'
import type { Lasting } from './renewed.ts'
import { invalid } from './server-address.ts'
import { askForToken } from './token-request.ts'

const usualTokenUri = 'https://oauth2.googleapis.com/token'
const grant = 'urn:ietf:params:oauth:grant-type:jwt-bearer'

/** The key of a service account, and where it signs in. */
export interface ServiceAccount {
  email: string
  private_key: string
  private_key_id: string | null
  /** The project that the account belongs to; null when its file does not say. */
  project: string | null
  /** Names the server in what is signed. */
  token_uri: string
  server: IdentityServer & { path: string }
}

/** Reads the JSON file of a key; `authority` as that of an IdentityServer. Throws ServiceError `invalid`. */
export function serviceAccountOf(payload: string, authority?: string | null): ServiceAccount {
  const {
    type,
    client_email,
    private_key,
    private_key_id,
    project_id,
    token_uri = usualTokenUri,
  } = jsonOf(payload)
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
    project: typeof project_id === 'string' ? project_id : null,
    token_uri,
    server: identityServer(token_uri, 'token_uri in the credentials_payload', authority),
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
export async function serviceAccountToken(
  account: ServiceAccount,
  /** What is asked for; the roles of the account say how much of it is allowed. */
  scope: string,
): Promise<Lasting<string>> {
  const form = { grant_type: grant, assertion: await assertionOf(account, scope) }
  return askForToken(account.server, form, sentenceOf)
}

async function assertionOf(
  { email, private_key, private_key_id, token_uri }: ServiceAccount,
  scope: string,
): Promise<string> {
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

function sentenceOf(error: string): string {
  if (error === 'invalid_grant')
    return 'Google does not accept the key of the service account: it was deleted or disabled, or the clock of this machine is wrong.'
  return `Google refused the sign-in of the service account${wordIn(error)}. See whether credentials_payload is the file of a key that still exists.`
}
