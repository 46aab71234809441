import { readFile } from 'node:fs/promises'
import { RunFailure } from '../../kernel/errors.ts'
import {
  askIdentityServer,
  wordIn,
  type IdentityAnswer,
  type IdentityServer,
} from '../shared/identity-server.ts'
import type { Lasting } from '../shared/renewed.ts'
import { parseXml, textIn, type Element } from '../objects/xml.ts'
import { variableOf, type Machine } from '../shared/machine.ts'
import { signedHeaders } from './aws-signature.ts'
import type { AwsKeys } from './credentials.ts'
import { lasting } from './machine-keys.ts'

/** A Security Token Service, and the region that requests to it are signed for. */
export interface Sts {
  region: string
  server: IdentityServer & { path: string }
}

const version = '2011-06-15'
/** How sessions are called in the vendor's own logs. */
const usualSession = 'assay'

/** The keys of a role, taken with other keys. Throws RunFailure when it may not be taken with them. */
export async function roleByKeys(
  { server, region }: Sts,
  role: { arn: string; external_id: string | null },
  keys: AwsKeys,
): Promise<Lasting<AwsKeys>> {
  const body = new URLSearchParams({
    Action: 'AssumeRole',
    Version: version,
    RoleArn: role.arn,
    RoleSessionName: usualSession,
    ...(role.external_id !== null && { ExternalId: role.external_id }),
  }).toString()
  const headers = signedHeaders(
    { service: 'sts', region, server, path: server.path, headers: formHeaders, body },
    keys,
  )
  const request = { method: 'POST', path: server.path, headers, body } as const
  return askIdentityServer(server, request, keysIn)
}

/** The keys of the role that this machine has by a token of its platform, such as a pod of Kubernetes. The token is read anew each time. */
export async function roleByToken({ server }: Sts, machine: Machine): Promise<Lasting<AwsKeys>> {
  const file = variableOf(machine, 'AWS_WEB_IDENTITY_TOKEN_FILE')
  const arn = variableOf(machine, 'AWS_ROLE_ARN')
  if (file === null || arn === null)
    throw new RunFailure(
      'This machine has no web identity: whoever runs the service sets AWS_WEB_IDENTITY_TOKEN_FILE and AWS_ROLE_ARN.',
    )
  const token = await readFile(file, 'utf8').catch((cause: unknown) => {
    throw new RunFailure('The file in AWS_WEB_IDENTITY_TOKEN_FILE cannot be read.', { cause })
  })
  const body = new URLSearchParams({
    Action: 'AssumeRoleWithWebIdentity',
    Version: version,
    RoleArn: arn,
    RoleSessionName: variableOf(machine, 'AWS_ROLE_SESSION_NAME') ?? usualSession,
    WebIdentityToken: token.trim(),
  }).toString()
  return askIdentityServer(server, { method: 'POST', path: server.path, headers: formHeaders, body }, keysIn)
}

const formHeaders = { 'Content-Type': 'application/x-www-form-urlencoded; charset=utf-8' }

function keysIn({ status, text }: IdentityAnswer): Lasting<AwsKeys> {
  const root = parseXml(text)
  if (status !== 200) throw new RunFailure(sentenceOf(textIn(child(root, 'Error'), 'Code')))
  const result = [...root.children.values()].flat().find(({ children }) => children.has('Credentials'))
  const keys = child(result ?? root, 'Credentials')
  return lasting({
    access_key: textIn(keys, 'AccessKeyId'),
    secret_key: textIn(keys, 'SecretAccessKey'),
    session_token: textIn(keys, 'SessionToken'),
    ends: textIn(keys, 'Expiration'),
  })
}

function child(element: Element, name: string): Element {
  return element.children.get(name)?.[0] ?? { text: '', children: new Map() }
}

/** The server's own sentences are left out: they name accounts and users. */
function sentenceOf(code: string): string {
  switch (code) {
    case 'AccessDenied':
      return 'AWS does not let these credentials take the role: correct role_arn and external_id, or let the role trust them.'
    case 'InvalidClientTokenId':
    case 'SignatureDoesNotMatch':
      return 'AWS does not accept the keys with which the role is to be taken. Correct access_key, secret_key and session_token.'
    case 'ExpiredToken':
    case 'ExpiredTokenException':
      return 'The credentials with which the role is to be taken have expired. Give the connection new ones.'
    case 'InvalidIdentityToken':
    case 'IDPRejectedClaim':
      return 'AWS does not accept the token of this machine for the role in AWS_ROLE_ARN. Whoever runs the service sees to it.'
    default:
      return `AWS refused to give the keys of the role${wordIn(code)}.`
  }
}
