import type { ConnectionValues } from '../connector.ts'
import { parameterOf } from '../objects/address.ts'
import { invalid } from '../shared/server-address.ts'
import { machineServer, identityServer, type IdentityServer } from '../shared/identity-server.ts'
import { Renewed, type Lasting } from '../shared/renewed.ts'
import {
  machineCredentials,
  requireMachine,
  variableOf,
  type Machine,
  type MachineCredentials,
} from '../shared/machine.ts'
import type { AwsKeys, Credentials } from './credentials.ts'
import { amazonHost } from './amazon-host.ts'
import type { Bucket } from './place.ts'
import { containerKeys, instanceKeys } from './machine-keys.ts'
import { profileKeys } from './profile-keys.ts'
import { roleByKeys, roleByToken } from './sts.ts'

const roleName = /^arn:[\w-]+:iam::\d*:role\/[\w+=,.@/-]{1,512}$/
const externalName = /^[\w+=,.@:/-]{2,1224}$/
const profileName = /^[\w .@+-]{1,200}$/

const renewed = new Renewed<AwsKeys>()

/**
 * The keys that a connection to a service of AWS signs with: its own, those of this machine, or those of a role that it takes with either. Throws
 * ServiceError `invalid` for what cannot be meant or is not allowed.
 */
export function awsCredentials(
  connection: ConnectionValues,
  { region, title, authority }: Pick<Bucket, 'region' | 'title'> & Partial<Pick<Bucket, 'authority'>>,
  machine: Machine | undefined,
): Credentials {
  const kind = kindOf(connection)
  const role = roleOf(connection)
  if (kind === null && role === null) return ownKeys(connection, title)
  const sts = stsOf(connection, { region, authority }, kind === null ? null : requireMachine(machine, kind))
  const first =
    kind === null
      ? ownKeys(connection, title)
      : ofMachine(kind, requireMachine(machine, kind), connection, sts)
  if (role === null) return first
  return {
    identity: [...first.identity, sts.server, role],
    value: async (signal) => {
      const ask = async () => roleByKeys(sts, role, await first.value(signal))
      return renewed.value([...first.identity, sts.server, role], ask, signal)
    },
  }
}

function kindOf(connection: ConnectionValues): MachineCredentials | null {
  const kind = parameterOf(connection, 'credentials')
  return machineCredentials.find((one) => one === kind) ?? null
}

function roleOf(connection: ConnectionValues): { arn: string; external_id: string | null } | null {
  const arn = parameterOf(connection, 'role_arn')
  const external_id = parameterOf(connection, 'external_id')
  if (external_id !== null && (arn === null || !externalName.test(external_id)))
    throw invalid('The external_id is that of the role in role_arn: 2 to 1,224 letters, digits and =,.@:/-.')
  if (arn === null) return null
  if (!roleName.test(arn))
    throw invalid('The role_arn is the name of a role, such as arn:aws:iam::123456789012:role/reader.')
  return { arn, external_id }
}

function ownKeys({ access_key, secret_key, session_token }: ConnectionValues, title: string): Credentials {
  if (!access_key || !secret_key)
    throw invalid(`An ${title} connection needs access_key and secret_key, or credentials of this machine.`)
  const keys: AwsKeys = { access_key, secret_key, session_token: session_token || null }
  return { identity: [keys], value: () => Promise.resolve(keys) }
}

/** Where roles are taken: a connection with credentials of the machine may not name a server of its own. */
function stsOf(
  connection: ConnectionValues,
  { region, authority }: { region: string; authority: string | null | undefined },
  machine: Machine | null,
) {
  const named = parameterOf(connection, 'sts_endpoint')
  const usual = `https://${amazonHost('sts', region)}`
  if (machine === null)
    return {
      region,
      server: identityServer(
        named ?? usual,
        named === null ? 'the parameter region' : 'the parameter sts_endpoint',
        authority,
      ),
    }
  if (named !== null)
    throw invalid(
      'With credentials of this machine a connection names no sts_endpoint: whoever runs the service sets it by AWS_ENDPOINT_URL_STS.',
    )
  return {
    region,
    server: machineServer(variableOf(machine, 'AWS_ENDPOINT_URL_STS') ?? usual, 'AWS_ENDPOINT_URL_STS'),
  }
}

function ofMachine(
  kind: MachineCredentials,
  machine: Machine,
  connection: ConnectionValues,
  sts: { region: string; server: IdentityServer & { path: string } },
): Credentials {
  const profile = parameterOf(connection, 'profile') ?? 'default'
  if (!profileName.test(profile))
    throw invalid('The profile is the name of a profile of the shared credentials file.')
  const asks: Record<MachineCredentials, () => Promise<Lasting<AwsKeys>>> = {
    profile: () => profileKeys(machine, profile),
    web_identity: () => roleByToken(sts, machine),
    container: () => containerKeys(machine),
    instance: () => instanceKeys(machine),
  }
  const identity = [kind, ...(kind === 'profile' ? [profile] : []), machine.variables]
  return { identity, value: (signal) => renewed.value(identity, asks[kind], signal) }
}
