import { readFile } from 'node:fs/promises'
import { RunFailure } from '../../kernel/errors.ts'
import {
  askIdentityServer,
  machineServer,
  membersOf,
  tokenIn,
  type IdentityAnswer,
} from '../shared/identity-server.ts'
import type { Lasting } from '../shared/renewed.ts'
import { variableOf, type Machine } from '../shared/machine.ts'
import type { AwsKeys } from './credentials.ts'
import { wallMilliseconds } from '../shared/wall-clock.ts'

/** Hosts to which a container sends its own token in clear: itself, and those at which Amazon's agents answer. */
const agentHost = /^(?:localhost|127\.\d+\.\d+\.\d+|::1|169\.254\.170\.2|169\.254\.170\.23|fd00:ec2::23)$/
const instanceRoles = '/latest/meta-data/iam/security-credentials/'

/** Throws an Error unless all members are there. `ends` is ISO 8601. */
export function lasting({ ends, ...keys }: Record<keyof AwsKeys | 'ends', string>): Lasting<AwsKeys> {
  const lasts_ms = Date.parse(ends) - wallMilliseconds()
  if (Object.values(keys).includes('') || !Number.isFinite(lasts_ms))
    throw new Error('the answer holds no keys with an end')
  return { value: keys, lasts_ms }
}

/** The keys of the role of a container of ECS, or of a pod of EKS. Throws RunFailure when this machine is none. */
export async function containerKeys(machine: Machine): Promise<Lasting<AwsKeys>> {
  const relative = variableOf(machine, 'AWS_CONTAINER_CREDENTIALS_RELATIVE_URI')
  const full = variableOf(machine, 'AWS_CONTAINER_CREDENTIALS_FULL_URI')
  const address = relative === null ? full : `http://169.254.170.2${relative}`
  if (address === null)
    throw new RunFailure(
      'This machine is no container with a role: AWS_CONTAINER_CREDENTIALS_RELATIVE_URI and AWS_CONTAINER_CREDENTIALS_FULL_URI are not set.',
    )
  const server = machineServer(address, 'AWS_CONTAINER_CREDENTIALS_FULL_URI')
  if (!server.is_encrypted && !agentHost.test(server.host))
    throw new RunFailure(
      'The variable AWS_CONTAINER_CREDENTIALS_FULL_URI of this machine leads to another machine without https://.',
    )
  const file = variableOf(machine, 'AWS_CONTAINER_AUTHORIZATION_TOKEN_FILE')
  const token =
    file === null
      ? variableOf(machine, 'AWS_CONTAINER_AUTHORIZATION_TOKEN')
      : await readFile(file, 'utf8').catch((cause: unknown) => {
          throw new RunFailure('The file in AWS_CONTAINER_AUTHORIZATION_TOKEN_FILE cannot be read.', {
            cause,
          })
        })
  const headers = token === null ? {} : { Authorization: token.trim() }
  return askIdentityServer(server, { method: 'GET', path: server.path, headers }, keysIn('container'))
}

/** The keys of the role of an instance of EC2, by version 2 of its metadata. Throws RunFailure when it has none. */
export async function instanceKeys(machine: Machine): Promise<Lasting<AwsKeys>> {
  const server = machineServer(
    variableOf(machine, 'AWS_EC2_METADATA_SERVICE_ENDPOINT') ?? 'http://169.254.169.254',
    'AWS_EC2_METADATA_SERVICE_ENDPOINT',
  )
  const session = { method: 'PUT', path: '/latest/api/token', headers: sessionLength } as const
  const token = await askIdentityServer(server, session, ({ status, text }) => {
    if (status !== 200) throw refused('instance', status)
    return tokenIn({ text }, 'text')
  })
  const headers = { 'X-aws-ec2-metadata-token': token }
  const named = { method: 'GET', path: instanceRoles, headers } as const
  const role = await askIdentityServer(server, named, ({ status, text }) => {
    if (status !== 200) throw refused('instance', status)
    return text.trim().split('\n', 1)[0] ?? ''
  })
  const path = `${instanceRoles}${encodeURIComponent(role)}`
  return askIdentityServer(server, { method: 'GET', path, headers }, keysIn('instance'))
}

/** Half a minute: the three requests come one after the other. */
const sessionLength = { 'X-aws-ec2-metadata-token-ttl-seconds': '30' }

const keysIn =
  (kind: string) =>
  ({ status, text }: IdentityAnswer): Lasting<AwsKeys> => {
    if (status !== 200) throw refused(kind, status)
    const members = membersOf(text)
    return lasting({
      access_key: tokenIn(members, 'AccessKeyId'),
      secret_key: tokenIn(members, 'SecretAccessKey'),
      session_token: tokenIn(members, 'Token'),
      ends: tokenIn(members, 'Expiration'),
    })
  }

const refused = (kind: string, status: number): RunFailure =>
  new RunFailure(
    `The ${kind} that the service runs in gives out no keys (status ${status}): it has no role, or keeps this service from asking.`,
  )
