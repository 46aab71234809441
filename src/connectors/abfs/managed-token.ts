import { RunFailure } from '../../kernel/errors.ts'
import { askIdentityServer, machineServer, membersOf, tokenIn } from '../shared/identity-server.ts'
import type { Lasting } from '../shared/renewed.ts'
import { variableOf, type Machine } from '../shared/machine.ts'
import { wallMilliseconds } from '../shared/wall-clock.ts'

const resource = 'https://storage.azure.com/'

/** A token of the managed identity of this machine; `client` names one of several (null: the only one). Throws RunFailure when it has none. */
export function managedToken(machine: Machine, client: string | null): Promise<Lasting<string>> {
  const { server, path, headers, version } = whereOf(machine)
  const query = new URLSearchParams({
    'api-version': version,
    resource,
    ...(client !== null && { client_id: client }),
  })
  const request = { method: 'GET', path: `${path}?${query.toString()}`, headers } as const
  return askIdentityServer(server, request, ({ status, text }) => {
    if (status !== 200)
      throw new RunFailure(
        `The machine that the service runs in gives out no token (status ${status}): it has no managed identity, or none with the client id in access_key.`,
      )
    const members = membersOf(text)
    return { value: tokenIn(members, 'access_token'), lasts_ms: lengthOf(members) }
  })
}

/** App Service and Functions have a server of their own, with a secret that keeps other programs from asking. */
function whereOf(machine: Machine) {
  const endpoint = variableOf(machine, 'IDENTITY_ENDPOINT')
  const secret = variableOf(machine, 'IDENTITY_HEADER')
  if (endpoint !== null && secret !== null) {
    const server = machineServer(endpoint, 'IDENTITY_ENDPOINT')
    return { server, path: server.path, headers: { 'X-IDENTITY-HEADER': secret }, version: '2019-08-01' }
  }
  const variable = 'AZURE_POD_IDENTITY_AUTHORITY_HOST'
  const server = machineServer(variableOf(machine, variable) ?? 'http://169.254.169.254', variable)
  return {
    server,
    path: '/metadata/identity/oauth2/token',
    headers: { Metadata: 'true' },
    version: '2018-02-01',
  }
}

/** One kind of server says how long a token lasts, the other when it ends, in seconds since 1970. */
function lengthOf({ expires_in, expires_on }: Record<string, unknown>): number {
  return expires_in === undefined ? Number(expires_on) * 1000 - wallMilliseconds() : Number(expires_in) * 1000
}
