import { createHash, createHmac } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

/** An object as it is kept. */
interface Kept {
  bytes: Buffer
  etag: string
  modified: Date
}

/** An answer that takes the place of the usual one; `cut_after` ends the connection after so many bytes of the body. */
export type Intervention =
  | { status: number; code: string; headers?: Record<string, string> }
  | { cut_after: number }
  | null

/** A request as the server saw it. */
export interface Seen {
  /** `list` or `get`. */
  kind: 'list' | 'get'
  key: string
  range: string | null
  if_match: string | null
}

const serverKeys = { access_key: 'AKIATESTKEY', secret_key: 'wJalr/Secret+Key' }
const region = 'eu-test-1'

/**
 * A strict server of the S3 protocol with one bucket, `lake`, in memory: it refuses wrong signatures by its own computation of
 * them, lists in pages of 1,000 keys, and knows Range and If-Match.
 */
export class ObjectServer {
  readonly #objects = new Map<string, Kept>()
  readonly #server = createServer((request, response) => this.#answer(request, response))
  readonly seen: Seen[] = []
  /** Asked before every signed request is answered (default: nothing intervenes). */
  intervene: (seen: Seen) => Intervention = () => null

  static async start(): Promise<ObjectServer> {
    const started = new ObjectServer()
    await new Promise<void>((resolve) => started.#server.listen(0, '127.0.0.1', resolve))
    return started
  }

  get port(): number {
    return (this.#server.address() as AddressInfo).port
  }

  get endpoint(): string {
    return `http://127.0.0.1:${this.port}`
  }

  /** The members of a connection to it. */
  get connection() {
    return { uri: 's3://lake', ...serverKeys, parameters: { endpoint: this.endpoint, region } }
  }

  put(key: string, content: string | Uint8Array): void {
    const bytes = Buffer.from(content)
    const etag = `"${createHash('md5').update(bytes).digest('hex')}"`
    this.#objects.set(key, { bytes, etag, modified: new Date(Math.floor(Date.now() / 1000) * 1000) })
  }

  remove(key: string): void {
    this.#objects.delete(key)
  }

  async close(): Promise<void> {
    this.#server.closeAllConnections()
    await new Promise((resolve) => this.#server.close(resolve))
  }

  #answer(request: IncomingMessage, response: ServerResponse): void {
    // No URL: it would take `..` out of a key.
    const [path = '', search = ''] = (request.url ?? '').split('?', 2)
    const query = new URLSearchParams(search)
    const key = decodeURIComponent(path.replace(/^\/lake\/?/, ''))
    const fault = signatureFault(request, path, search)
    if (fault !== null) return refuse(response, 403, fault)
    if (!/^\/lake(?:\/|$)/.test(path)) return refuse(response, 404, 'NoSuchBucket')
    const { range = null, 'if-match': if_match = null } = request.headers
    const seen: Seen = {
      kind: key === '' ? 'list' : 'get',
      key: key || (query.get('prefix') ?? ''),
      range,
      if_match,
    }
    this.seen.push(seen)
    const instead = this.intervene(seen)
    if (instead && 'status' in instead) return refuse(response, instead.status, instead.code, instead.headers)
    if (seen.kind === 'list') return this.#list(query, response)
    this.#get(seen, response, instead?.cut_after ?? null)
  }

  #list(query: URLSearchParams, response: ServerResponse): void {
    const prefix = query.get('prefix') ?? ''
    const after = Buffer.from(query.get('continuation-token') ?? '', 'base64').toString('utf8')
    const most = Math.min(1000, Number(query.get('max-keys') ?? 1000))
    const keys = [...this.#objects.keys()].filter((key) => key.startsWith(prefix) && key > after).toSorted()
    const page = keys.slice(0, most)
    const token = Buffer.from(page.at(-1) ?? '').toString('base64')
    const isMore = keys.length > most
    const contents = page.map((key) => {
      const kept = this.#objects.get(key)
      const name = new URLSearchParams({ k: key }).toString().slice(2)
      return `<Contents><Key>${name}</Key><LastModified>${kept?.modified.toISOString()}</LastModified><ETag>${kept?.etag.replaceAll('"', '&quot;')}</ETag><Size>${kept?.bytes.length}</Size><StorageClass>STANDARD</StorageClass></Contents>`
    })
    const next = isMore ? `<NextContinuationToken>${token}</NextContinuationToken>` : ''
    response.writeHead(200, { 'content-type': 'application/xml' })
    response.end(
      `<?xml version="1.0" encoding="UTF-8"?><ListBucketResult xmlns="http://s3.amazonaws.com/doc/2006-03-01/"><KeyCount>${page.length}</KeyCount><IsTruncated>${isMore}</IsTruncated>${next}${contents.join('')}</ListBucketResult>`,
    )
  }

  #get({ key, range, if_match }: Seen, response: ServerResponse, cutAfter: number | null): void {
    const kept = this.#objects.get(key)
    if (!kept) return refuse(response, 404, 'NoSuchKey')
    if (if_match !== null && if_match !== kept.etag) return refuse(response, 412, 'PreconditionFailed')
    const [, from, to] = /^bytes=(\d+)-(\d+)$/.exec(range ?? '') ?? []
    const first = Number(from ?? 0)
    const last = Math.min(Number(to ?? kept.bytes.length - 1), kept.bytes.length - 1)
    if (first > last) return refuse(response, 416, 'InvalidRange')
    const body = kept.bytes.subarray(first, last + 1)
    response.writeHead(range === null ? 200 : 206, {
      etag: kept.etag,
      'content-length': body.length,
      ...(range !== null && { 'content-range': `bytes ${first}-${last}/${kept.bytes.length}` }),
    })
    if (cutAfter === null || cutAfter >= body.length) response.end(body)
    else response.write(body.subarray(0, cutAfter), () => response.destroy())
  }
}

function refuse(
  response: ServerResponse,
  status: number,
  code: string,
  headers: Record<string, string> = {},
): void {
  response.writeHead(status, { 'content-type': 'application/xml', ...headers })
  response.end(
    `<?xml version="1.0"?><Error><Code>${code}</Code><Message>no ${serverKeys.access_key}</Message></Error>`,
  )
}

/** The word of the protocol for what is wrong with a signature; null when it is right. */
function signatureFault({ headers, method }: IncomingMessage, path: string, search: string): string | null {
  const given =
    /^AWS4-HMAC-SHA256 Credential=([^/]+)\/(\d{8})\/([^/]+)\/s3\/aws4_request, ?SignedHeaders=([^,]+), ?Signature=(\w+)$/.exec(
      headers.authorization ?? '',
    )
  if (!given) return 'AccessDenied'
  const [, access = '', day = '', signedRegion = '', names = '', signature] = given
  if (access !== serverKeys.access_key) return 'InvalidAccessKeyId'
  if (signedRegion !== region) return 'AuthorizationHeaderMalformed'
  const list = names.split(';')
  if (!list.includes('host') || !list.includes('x-amz-date')) return 'AccessDenied'
  const canonical = [
    method,
    path,
    search.split('&').toSorted().join('&'),
    ...list.map((name) => `${name}:${String(headers[name]).trim()}`),
    '',
    names,
    String(headers['x-amz-content-sha256']),
  ].join('\n')
  const toSign = [
    'AWS4-HMAC-SHA256',
    headers['x-amz-date'],
    `${day}/${region}/s3/aws4_request`,
    createHash('sha256').update(canonical).digest('hex'),
  ].join('\n')
  const key = [day, region, 's3', 'aws4_request'].reduce<Buffer | string>(
    (secret, part) => createHmac('sha256', secret).update(part).digest(),
    `AWS4${serverKeys.secret_key}`,
  )
  const right = createHmac('sha256', key).update(toSign).digest('hex')
  return right === signature ? null : 'SignatureDoesNotMatch'
}
