import type { ConnectionValues } from '../connector.ts'
import { wordIn, type IdentityServer } from '../shared/identity-server.ts'
import { Renewed, type Lasting } from '../shared/renewed.ts'
import { invalid } from '../shared/server-address.ts'
import { askForToken } from '../shared/token-request.ts'
import { authenticationOf } from './authentication.ts'

const renewed = new Renewed<string>()

/** How requests to one workspace sign in. */
export interface Credentials {
  /** All that says whose they are, secrets too. */
  identity: readonly unknown[]
  /** Throws RunFailure when the sign-in is refused, SourceUnreached and Aborted. */
  token(signal: AbortSignal): Promise<string>
}

/** Throws ServiceError `invalid` for a connection without them. */
export function credentialsOf(
  connection: ConnectionValues,
  workspace: Omit<IdentityServer, 'named_by'>,
): Credentials {
  const { username, password } = connection
  if (!password) throw invalid('A Databricks connection needs a token or a secret, in `password`.')
  if (authenticationOf(connection) === 'token')
    return { identity: [password], token: () => Promise.resolve(password) }
  if (!username)
    throw invalid(
      'A Databricks connection that signs in as a service principal needs its client id, in `username`.',
    )
  const identity = [workspace.host, workspace.port, username, password]
  const ask = () => principalToken({ ...workspace, named_by: 'host' }, username, password)
  return { identity, token: (signal) => renewed.value(identity, ask, signal) }
}

/** A token that the workspace gives to a service principal for its secret. */
function principalToken(server: IdentityServer, client: string, secret: string): Promise<Lasting<string>> {
  const basic = Buffer.from(`${client}:${secret}`).toString('base64')
  const form = { grant_type: 'client_credentials', scope: 'all-apis' }
  return askForToken({ ...server, path: '/oidc/v1/token' }, form, sentenceOf, {
    Authorization: `Basic ${basic}`,
  })
}

const sentenceOf = (error: string): string =>
  `Databricks does not let the service principal sign in${wordIn(error)}. See whether username is its client id, and password a secret that it still has.`
