import { createHash, randomBytes } from 'node:crypto'
import { defineChannel, delivered, isAccepted, refusedBy, undelivered } from './channel.ts'
import type { Outgoing, TargetAnswer } from './outgoing.ts'

/** Asks any service to do something: the message is the body of the request, as its author wrote it. */
export default defineChannel({
  type: 'HttpAction',
  display_name: 'HTTP Action',
  properties: [
    {
      field: 'url',
      title: 'URL',
      type: 'string',
      required: true,
      placeholder: 'https://example.com/api/runs',
      info: 'The address that is asked.',
    },
    {
      field: 'verb',
      title: 'Verb',
      type: 'enum',
      required: false,
      values: [
        { label: 'POST', value: 'POST' },
        { label: 'PUT', value: 'PUT' },
        { label: 'GET', value: 'GET' },
      ],
      default: 'POST',
      info: 'The method of the request; GET sends no body.',
    },
    {
      field: 'auth_type',
      title: 'Authentication',
      type: 'enum',
      required: false,
      values: [
        { label: 'None', value: 'none' },
        { label: 'Basic', value: 'basic' },
        { label: 'Bearer', value: 'bearer' },
        { label: 'Digest', value: 'digest' },
      ],
      default: 'none',
      info: 'How the service is told who asks.',
    },
    {
      field: 'username',
      title: 'User name',
      type: 'string',
      required: false,
      info: 'For basic and digest.',
    },
    {
      field: 'secret',
      title: 'Secret',
      type: 'string',
      required: false,
      secret: true,
      info: 'The password for basic and digest, or the token for bearer.',
    },
  ],
  // A value inside a JSON text must not end the text that it stands in.
  plain: (value, template) => (/^\s*[[{]/.test(template) ? JSON.stringify(value).slice(1, -1) : value),
  async deliver({ text, delivery_id, time }, { url, verb, auth_type, username, secret }, { http }) {
    if (auth_type !== 'none' && secret === null)
      return undelivered(`${auth_type} needs a secret, so nothing was sent.`)
    if ((auth_type === 'basic' || auth_type === 'digest') && username === null)
      return undelivered(`${auth_type} needs a user name, so nothing was sent.`)
    const request: Sent = {
      method: verb === 'GET' || verb === 'PUT' ? verb : 'POST',
      url,
      headers: {
        'idempotency-key': delivery_id,
        ...(time !== undefined && { 'x-assay-timestamp': time }),
        ...authorization(auth_type, username ?? '', secret ?? ''),
      },
      ...(verb !== 'GET' && { body: isJson(text) ? text : JSON.stringify({ delivery_id, message: text }) }),
    }
    const first = await http.send(request)
    const answer =
      auth_type === 'digest'
        ? await answerChallenge(http, request, first, { username: username ?? '', secret: secret ?? '' })
        : first
    return isAccepted(answer)
      ? delivered(`The service accepted the request with ${answer.status}.`)
      : refusedBy('The service', answer)
  },
  examples: [
    {
      shows: 'sends a message that is JSON as it is, with basic authentication',
      parameters: {
        url: 'http://sink.example/runs',
        auth_type: 'basic',
        username: 'ada',
        secret: 'between us',
      },
      message: { text: '{"conf": {"reason": "orders are late"}}', delivery_id: 'delivery-1' },
      sends: {
        path: '/runs',
        headers: { authorization: 'Basic YWRhOmJldHdlZW4gdXM=', 'idempotency-key': 'delivery-1' },
        body: { conf: { reason: 'orders are late' } },
      },
      outcome: { success: true, message: 'The service accepted the request with 200.' },
    },
    {
      shows: 'wraps any other message, with a bearer token',
      parameters: { url: 'http://sink.example/runs', auth_type: 'bearer', secret: 'a-token' },
      message: { text: 'orders are late', delivery_id: 'delivery-2' },
      sends: {
        path: '/runs',
        headers: { authorization: 'Bearer a-token' },
        body: { delivery_id: 'delivery-2', message: 'orders are late' },
      },
      answers: { status: 409, body: 'already running' },
      outcome: { success: false, message: 'The service answered 409: already running' },
    },
    {
      shows: 'sends nothing without the secret that its authentication needs',
      parameters: { url: 'http://sink.example/runs', auth_type: 'digest', username: 'ada' },
      message: { text: 'orders are late', delivery_id: 'delivery-3' },
      sends: null,
      outcome: { success: false, message: 'digest needs a secret, so nothing was sent.' },
    },
  ],
})

interface Sent {
  method: 'GET' | 'POST' | 'PUT'
  url: string
  headers: Record<string, string>
  body?: string
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text)
    return /^\s*[[{]/.test(text)
  } catch {
    return false
  }
}

/** For digest nothing is sent before the service has asked for it. */
function authorization(type: string, username: string, secret: string): Record<string, string> {
  if (type === 'basic')
    return { authorization: `Basic ${Buffer.from(`${username}:${secret}`).toString('base64')}` }
  return type === 'bearer' ? { authorization: `Bearer ${secret}` } : {}
}

/** Asks again with what the challenge of the first answer wants; without a challenge that is known, the first answer stands. */
async function answerChallenge(
  http: Outgoing,
  request: Sent,
  first: TargetAnswer,
  account: { username: string; secret: string },
): Promise<TargetAnswer> {
  const challenge = first.status === 401 ? digestChallenge(first.challenge ?? '') : null
  if (challenge === null) return first
  const authorization = digestHeader(request, challenge, account)
  return http.send({ ...request, headers: { ...request.headers, authorization } })
}

/** A challenge of the scheme Digest: the algorithm as the server writes it, and its name here. */
interface Challenge {
  algorithm: string
  hash: string
  realm: string
  nonce: string
  /** Undefined where the server sends none. */
  opaque: string | undefined
  /** True where the server wants requests to be counted (`qop=auth`). */
  isCounted: boolean
}

/** Challenges of the scheme Digest in a header, which may have others before and after them. */
const digestChallenges = /(?<=(?:^|,)\s*)digest\s+((?:\w+\s*=\s*(?:"[^"]*"|[^\s,"]+)\s*(?:,\s*|$))+)/gi

/** The first challenge with MD5 or SHA-256; null for none. */
function digestChallenge(header: string): Challenge | null {
  for (const [, parameters = ''] of header.matchAll(digestChallenges)) {
    const parts = new Map(
      [...parameters.matchAll(/(\w+)\s*=\s*(?:"([^"]*)"|([^\s,]+))/g)].map(([, name = '', quoted, bare]) => [
        name.toLowerCase(),
        quoted ?? bare ?? '',
      ]),
    )
    const algorithm = parts.get('algorithm') ?? 'MD5'
    const hash = { md5: 'md5', 'sha-256': 'sha256' }[algorithm.toLowerCase()]
    const [realm, nonce] = [parts.get('realm'), parts.get('nonce')]
    if (hash === undefined || realm === undefined || nonce === undefined) continue
    const isCounted = /\bauth\b/.test(parts.get('qop') ?? '')
    return { algorithm, hash, realm, nonce, opaque: parts.get('opaque'), isCounted }
  }
  return null
}

function digestHeader(
  { method, url }: Sent,
  { algorithm, hash, realm, nonce, opaque, isCounted }: Challenge,
  { username, secret }: { username: string; secret: string },
): string {
  const sum = (text: string) => createHash(hash).update(text).digest('hex')
  const { pathname, search } = new URL(url)
  const uri = pathname + search
  const client = randomBytes(8).toString('hex')
  const [who, what] = [sum(`${username}:${realm}:${secret}`), sum(`${method}:${uri}`)]
  const response = isCounted
    ? sum(`${who}:${nonce}:00000001:${client}:auth:${what}`)
    : sum(`${who}:${nonce}:${what}`)
  const quote = (text: string) => `"${text.replaceAll(/["\\]/g, String.raw`\$&`)}"`
  return [
    `Digest username=${quote(username)}, realm=${quote(realm)}, nonce=${quote(nonce)}, uri=${quote(uri)}`,
    `algorithm=${algorithm}, response="${response}"`,
    ...(isCounted ? [`qop=auth, nc=00000001, cnonce="${client}"`] : []),
    ...(opaque === undefined ? [] : [`opaque=${quote(opaque)}`]),
  ].join(', ')
}
