import { createHash, createHmac } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import type { Asked, Speech } from './object-server.ts'
import { md5Fault, type WritingWords } from './object-writing.ts'

const serverKeys = { access_key: 'AKIATESTKEY', secret_key: 'wJalr/Secret+Key' }
/** The region that everything is signed for. */
const region = 'eu-test-1'

/** Keys that a server knows; null for those without an end. */
export interface KnownKeys {
  access_key: string
  secret_key: string
  session_token: string | null
}

const sha256Of = (bytes: string | Buffer): string => createHash('sha256').update(bytes).digest('hex')

/** Exported for servers of its like. */
export const s3Writing: WritingWords = {
  asked({ method, headers }, query) {
    if (method === 'DELETE') {
      const upload = query.get('uploadId')
      return upload === null ? { kind: 'remove' } : { kind: 'abort', upload }
    }
    if (headers['content-length'] === undefined) return { status: 411, code: 'MissingContentLength' }
    if (method === 'POST' && query.has('uploads')) return { kind: 'begin' }
    const upload = query.get('uploadId')
    if (method === 'POST' && upload !== null) return { kind: 'complete', upload }
    if (method !== 'PUT') return { status: 405, code: 'MethodNotAllowed' }
    if (upload === null) return { kind: 'put' }
    const number = Number(query.get('partNumber'))
    const isPart = number >= 1 && number <= 10_000 && headers['if-match'] === undefined
    return isPart ? { kind: 'part', upload, name: String(number) } : { status: 400, code: 'InvalidArgument' }
  },
  digestFault: (headers, body) =>
    headers['x-amz-content-sha256'] === sha256Of(body)
      ? md5Fault(headers, body, 'BadDigest')
      : { status: 400, code: 'XAmzContentSHA256Mismatch' },
  conditionFault({ 'if-match': match, 'if-none-match': none }, kept) {
    if (match !== undefined && !kept) return { status: 404, code: 'NoSuchKey' }
    const isChanged = (match !== undefined && match !== kept?.etag) || (none === '*' && kept !== undefined)
    return isChanged ? { status: 412, code: 'PreconditionFailed' } : null
  },
  named(document) {
    const parts = [
      ...document.matchAll(
        /<Part><PartNumber>(\d+)<\/PartNumber><ETag>&quot;(\w{32})&quot;<\/ETag><\/Part>/g,
      ),
    ].map(([, name = '', etag = '']) => ({ name, etag: `"${etag}"` }))
    const isInOrder = parts.every(({ name }, index) => Number(name) > Number(parts[index - 1]?.name ?? 0))
    return document.startsWith('<CompleteMultipartUpload') && isInOrder ? parts : null
  },
  least_part_bytes: 5 * 1024 * 1024,
  forgets: false,
  statuses: { written: 200, removed: 204 },
  codes: {
    no_upload: { status: 404, code: 'NoSuchUpload' },
    no_part: { status: 400, code: 'InvalidPart' },
    small_part: { status: 400, code: 'EntityTooSmall' },
    no_key: { status: 404, code: 'NoSuchKey' },
  },
  begun: (upload) =>
    `<?xml version="1.0" encoding="UTF-8"?><InitiateMultipartUploadResult><Bucket>lake</Bucket><UploadId>${upload}</UploadId></InitiateMultipartUploadResult>`,
  completed: (etag) =>
    `<?xml version="1.0" encoding="UTF-8"?><CompleteMultipartUploadResult><ETag>${etag.replaceAll('"', '&quot;')}</ETag></CompleteMultipartUploadResult>`,
}

/** The protocol of S3, whose signatures are computed without the code that signs. */
export const s3Speech: Speech = {
  connection: (endpoint) => ({ uri: 's3://lake', ...serverKeys, parameters: { endpoint, region } }),
  bucket: '/lake',
  fault: faultFor(() => [{ ...serverKeys, session_token: null }]),
  words: {
    no_bucket: 'NoSuchBucket',
    no_key: 'NoSuchKey',
    changed: 'PreconditionFailed',
    no_range: 'InvalidRange',
  },
  writing: s3Writing,
  part: (query) => ({
    prefix: query.get('prefix') ?? '',
    after: Buffer.from(query.get('continuation-token') ?? '', 'base64').toString('utf8'),
    most: Number(query.get('max-keys') ?? 1000),
  }),
  listing: (objects, next) => listing(objects, next, true),
}

/** The same of a server that lists keys as they are, whatever is asked for, and ETags without their quotes. */
export const plainS3Speech: Speech = {
  ...s3Speech,
  listing: (objects, next) => listing(objects, next, false),
}

function listing(objects: Parameters<Speech['listing']>[0], next: string | null, isEncoded: boolean): string {
  const contents = objects.map(([key, { bytes, etag, modified, tier, generation }]) => {
    const name = isEncoded
      ? new URLSearchParams({ k: key }).toString().slice(2)
      : key.replaceAll('&', '&amp;').replaceAll('<', '&lt;')
    return `<Contents><Key>${name}</Key><LastModified>${modified.toISOString()}</LastModified><ETag>${etag.replaceAll('"', isEncoded ? '&quot;' : '')}</ETag><Size>${bytes.length}</Size><Generation>${generation}</Generation><StorageClass>${tier ?? 'STANDARD'}</StorageClass></Contents>`
  })
  const token =
    next === null
      ? ''
      : `<NextContinuationToken>${Buffer.from(next).toString('base64')}</NextContinuationToken>`
  return `<ListBucketResult xmlns="http://s3.amazonaws.com/doc/2006-03-01/"><KeyCount>${objects.length}</KeyCount><IsTruncated>${next !== null}</IsTruncated>${token}${contents.join('')}<EncodingType>${isEncoded ? 'url' : ''}</EncodingType></ListBucketResult>`
}

/** The same of a server that knows the keys which `known` gives when it is asked. */
export const s3SpeechFor = (known: () => readonly KnownKeys[]): Speech => ({
  ...s3Speech,
  fault: faultFor(known),
})

function faultFor(known: () => readonly KnownKeys[]): Speech['fault'] {
  return ({ request: { headers, method }, path, search }) =>
    signatureFault({ headers, method, path, search, body: '' }, 's3', known())
}

/** The word for what is wrong with the signature of a request to a service of AWS; null when it is right. */
export function signatureFault(
  {
    headers,
    method = '',
    path,
    search,
    body,
  }: Pick<IncomingMessage, 'headers' | 'method'> & Pick<Asked, 'path' | 'search'> & { body: string },
  service: string,
  known: readonly KnownKeys[],
): string | null {
  const given =
    /^AWS4-HMAC-SHA256 Credential=([^/]+)\/(\d{8})\/([^/]+)\/(\w+)\/aws4_request, ?SignedHeaders=([^,]+), ?Signature=(\w+)$/.exec(
      headers.authorization ?? '',
    )
  if (given?.[4] !== service) return 'AccessDenied'
  const [, access = '', day = '', signedRegion = '', , names = '', signature] = given
  const keys = known.find(({ access_key }) => access_key === access)
  if (!keys) return 'InvalidAccessKeyId'
  if ((headers['x-amz-security-token'] ?? null) !== keys.session_token) return 'InvalidToken'
  if (signedRegion !== region) return 'AuthorizationHeaderMalformed'
  const list = names.split(';')
  if (keys.session_token !== null && !list.includes('x-amz-security-token')) return 'AccessDenied'
  if (!list.includes('host') || !list.includes('x-amz-date')) return 'AccessDenied'
  const canonical = [
    method,
    path,
    search.split('&').toSorted().join('&'),
    ...list.map((name) => `${name}:${String(headers[name]).trim()}`),
    '',
    names,
    String(headers['x-amz-content-sha256'] ?? createHash('sha256').update(body).digest('hex')),
  ].join('\n')
  const toSign = [
    'AWS4-HMAC-SHA256',
    headers['x-amz-date'],
    `${day}/${region}/${service}/aws4_request`,
    createHash('sha256').update(canonical).digest('hex'),
  ].join('\n')
  const key = [day, region, service, 'aws4_request'].reduce<Buffer | string>(
    (secret, part) => createHmac('sha256', secret).update(part).digest(),
    `AWS4${keys.secret_key}`,
  )
  const right = createHmac('sha256', key).update(toSign).digest('hex')
  return right === signature ? null : 'SignatureDoesNotMatch'
}
