import type { ServerResponse } from 'node:http'
import { startHttpSink, type HttpSink } from './http-sink.ts'
import { signatureFault, type KnownKeys } from './s3-speech.ts'

type Received = HttpSink['received'][number]

/** The only role of the stand-in. */
export const role = 'arn:aws:iam::123456789012:role/reader'
/** The external id with which the role is to be asked for. */
export const externalId = 'ours:1'
/** The token of a pod for which the role is given, too. */
export const podToken = 'eyJ.pod.token'
/** What a container sends to its agent. */
export const agentToken = 'agent-token'
/** Keys of a user who may take the role. */
export const userKeys: KnownKeys = { access_key: 'AKIAUSER', secret_key: 'of/user', session_token: null }

/**
 * The parts of AWS that give out keys: the Security Token Service at `/`, the metadata of an instance at `/latest/`, and the agent
 * of a container at `/agent`. It is strict, and gives out other keys each time.
 */
export interface AwsStandIn {
  sink: HttpSink
  /** All keys that it gave out, the newest last. */
  issued: KnownKeys[]
  /** How long the keys last that it gives out from now on, seconds (at first: an hour). */
  lasts_seconds: number
}

/** On a port of this machine that was free; the caller closes `sink`. */
export async function startAwsStandIn(): Promise<AwsStandIn> {
  const sink = await startHttpSink()
  const standIn: AwsStandIn = { sink, issued: [], lasts_seconds: 3600 }
  sink.answer = (request, response) => {
    if (request.path === '/') return answerSts(standIn, request, response)
    const json = metadataOf(standIn, request)
    response.writeHead(json === null ? 401 : 200).end(json ?? 'no token of yours is right')
  }
  return standIn
}

function issue({ issued, lasts_seconds }: AwsStandIn): {
  keys: KnownKeys & { session_token: string }
  ends: string
} {
  const number = issued.length + 1
  const keys = {
    access_key: `ASIA${number}`,
    secret_key: `secret/${number}+`,
    session_token: `token/${number}==`,
  }
  issued.push(keys)
  return { keys, ends: new Date(Date.now() + lasts_seconds * 1000).toISOString() }
}

function answerSts(standIn: AwsStandIn, request: Received, response: ServerResponse): void {
  const form = Object.fromEntries(new URLSearchParams(request.text))
  const fault = stsFault(standIn, request, form)
  if (fault !== null) {
    response.writeHead(fault === 'AccessDenied' ? 403 : 400)
    response.end(
      `<ErrorResponse><Error><Type>Sender</Type><Code>${fault}</Code><Message>User AKIAUSER is not</Message></Error></ErrorResponse>`,
    )
    return
  }
  const { keys, ends } = issue(standIn)
  const action = form['Action']
  response.end(
    `<${action}Response xmlns="https://sts.amazonaws.com/doc/2011-06-15/"><${action}Result><AssumedRoleUser><Arn>x</Arn></AssumedRoleUser><Credentials><AccessKeyId>${keys.access_key}</AccessKeyId><SecretAccessKey>${keys.secret_key}</SecretAccessKey><SessionToken>${keys.session_token}</SessionToken><Expiration>${ends}</Expiration></Credentials></${action}Result></${action}Response>`,
  )
}

function stsFault(
  { issued }: AwsStandIn,
  { method, path, headers, text }: Received,
  form: Record<string, string>,
): string | null {
  if (method !== 'POST' || form['Version'] !== '2011-06-15') return 'InvalidAction'
  if (form['RoleArn'] !== role || !/^[\w+=,.@-]{2,64}$/.test(form['RoleSessionName'] ?? ''))
    return 'ValidationError'
  if (form['Action'] === 'AssumeRoleWithWebIdentity') {
    if (headers.authorization !== undefined) return 'InvalidAction'
    return form['WebIdentityToken'] === podToken ? null : 'InvalidIdentityToken'
  }
  if (form['Action'] !== 'AssumeRole') return 'InvalidAction'
  const fault = signatureFault({ headers, method, path, search: '', body: text }, 'sts', [
    userKeys,
    ...issued,
  ])
  if (fault === 'InvalidAccessKeyId') return 'InvalidClientTokenId'
  return fault ?? (form['ExternalId'] === externalId ? null : 'AccessDenied')
}

/** Null for a request that has not what it takes. */
function metadataOf(standIn: AwsStandIn, { method, path, headers }: Received): string | null {
  const roles = '/latest/meta-data/iam/security-credentials/'
  if (path === '/latest/api/token')
    return method === 'PUT' && Number(headers['x-aws-ec2-metadata-token-ttl-seconds']) > 0
      ? 'session-of-metadata'
      : null
  if (path.startsWith(roles) && headers['x-aws-ec2-metadata-token'] !== 'session-of-metadata') return null
  if (path === roles) return 'the role\n'
  const isAgent = path === '/agent' && headers.authorization === agentToken
  if (!isAgent && path !== `${roles}the%20role`) return null
  const { keys, ends } = issue(standIn)
  return JSON.stringify({
    Code: 'Success',
    AccessKeyId: keys.access_key,
    SecretAccessKey: keys.secret_key,
    Token: keys.session_token,
    Expiration: ends,
  })
}
