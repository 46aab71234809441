import { readFile } from 'node:fs/promises'
import { RunFailure } from '../../kernel/errors.ts'
import type { ConnectionValues } from '../connector.ts'
import { parameterOf } from '../objects/address.ts'
import { invalid, serverOf } from '../shared/server-address.ts'
import { machineServer, requireSecrecy, wordIn, type IdentityServer } from '../shared/identity-server.ts'
import type { Lasting } from '../shared/renewed.ts'
import { askForToken } from '../shared/token-request.ts'
import { variableOf, type Machine } from '../shared/machine.ts'

const usualAuthority = 'https://login.microsoftonline.com'
/** The same in every cloud of the vendor. */
const scope = 'https://storage.azure.com/.default'

/** Where an application signs in. */
export interface Tenant {
  server: IdentityServer
  path: string
}

/** Null for a connection without `tenant_id`, whose secret is one of the account; `authority` as that of an IdentityServer. Throws ServiceError `invalid`. */
export function tenantOf(connection: ConnectionValues, authority: string | null): Tenant | null {
  const id = parameterOf(connection, 'tenant_id')
  if (id === null) return null
  const { parts, ...server } = serverOf(parameterOf(connection, 'authority') ?? usualAuthority)
  if (parts.length > 0)
    throw invalid(`The authority is the address of a server alone, such as ${usualAuthority}.`)
  requireSecrecy(server, 'authority')
  return {
    server: { ...server, named_by: 'the parameter authority', authority },
    path: pathOf(id, 'The tenant_id'),
  }
}

function pathOf(tenant: string, member: string): string {
  if (!/^[a-z0-9](?:[a-z0-9.-]{0,98}[a-z0-9])?$/i.test(tenant))
    throw invalid(`${member} is the identifier of a tenant of Microsoft Entra, or one of its domains.`)
  return `/${tenant}/oauth2/v2.0/token`
}

/** A token of an application by its secret. Throws RunFailure when the sign-in is refused. */
export function tokenBySecret(
  tenant: Tenant,
  { access_key, secret_key }: Pick<ConnectionValues, 'access_key' | 'secret_key'>,
): Promise<Lasting<string>> {
  const form = { client_id: access_key ?? '', client_secret: secret_key ?? '' }
  return signedIn(tenant, form, secretSentence)
}

/** A token of the application that this machine is, by the token of its platform, which is read anew each time; `client` null: the usual one. */
export async function tokenByFile(machine: Machine, client: string | null): Promise<Lasting<string>> {
  const file = variableOf(machine, 'AZURE_FEDERATED_TOKEN_FILE')
  const tenant = variableOf(machine, 'AZURE_TENANT_ID')
  const client_id = client ?? variableOf(machine, 'AZURE_CLIENT_ID')
  if (file === null || tenant === null || client_id === null)
    throw new RunFailure(
      'This machine has no workload identity: whoever runs the service sets AZURE_FEDERATED_TOKEN_FILE, AZURE_TENANT_ID and AZURE_CLIENT_ID.',
    )
  const server = machineServer(
    variableOf(machine, 'AZURE_AUTHORITY_HOST') ?? usualAuthority,
    'AZURE_AUTHORITY_HOST',
  )
  requireSecrecy(server, 'AZURE_AUTHORITY_HOST')
  const assertion = await readFile(file, 'utf8').catch((cause: unknown) => {
    throw new RunFailure('The file in AZURE_FEDERATED_TOKEN_FILE cannot be read.', { cause })
  })
  const form = {
    client_id,
    client_assertion_type: 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer',
    client_assertion: assertion.trim(),
  }
  return signedIn({ server, path: pathOf(tenant, 'AZURE_TENANT_ID') }, form, workloadSentence)
}

const signedIn = (
  { server, path }: Tenant,
  form: Record<string, string>,
  sentenceOf: (error: string) => string,
): Promise<Lasting<string>> =>
  askForToken({ ...server, path }, { grant_type: 'client_credentials', ...form, scope }, sentenceOf)

function secretSentence(error: string): string {
  switch (error) {
    case 'invalid_client':
      return 'Microsoft Entra does not accept the secret of the application: secret_key is another one, or has expired.'
    case 'unauthorized_client':
      return 'Microsoft Entra knows no such application in this tenant. Correct access_key or the parameter tenant_id.'
    default:
      return `Microsoft Entra refused the sign-in${wordIn(error)}. See whether access_key, secret_key and the parameter tenant_id are right.`
  }
}

const workloadSentence = (error: string): string =>
  `Microsoft Entra refused the workload identity of this machine${wordIn(error)}. See whether the application trusts the token of this service, and whether access_key, when it is given, is its client id.`
