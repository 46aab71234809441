import { RunFailure } from '../../kernel/errors.ts'
import { askIdentityServer, machineServer, membersOf } from '../shared/identity-server.ts'
import { variableOf, type Machine } from '../shared/machine.ts'
import type { Lasting } from '../shared/renewed.ts'
import { lastingTokenIn } from '../shared/token-request.ts'

/** A token of the service account of this machine, or of its pod in GKE, by the server of metadata. Throws RunFailure when it has none. */
export async function machineToken(machine: Machine): Promise<Lasting<string>> {
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
    return lastingTokenIn(membersOf(answer.text))
  })
}
