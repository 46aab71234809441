import type { IncomingHttpHeaders } from 'node:http'
import aws4 from 'aws4'
import type { ConnectionValues, DatastoreTarget } from '../connector.ts'
import { withQuery } from '../objects/address.ts'
import type { ListedObject, ListedPage, ObjectStore, Refusal, Signed, Unsigned } from '../objects/protocol.ts'
import { etagIn, nameIn, textIn, type Element } from '../objects/xml.ts'
import type { Machine } from '../shared/machine.ts'
import { bucketWrites } from './bucket-writes.ts'
import type { CredentialsOf, Signature } from './credentials.ts'
import { googleSigned, hasGoogleHeaders } from './google-signature.ts'
import { placeOf, type Bucket, type Vendor } from './place.ts'

const archived = new Set(['GLACIER', 'DEEP_ARCHIVE', 'ARCHIVE'])

/** A bucket by the protocol of S3: version 2 of its listings, version 4 of its signatures. See OpenStore. */
export function openBucket(
  vendor: Vendor,
  credentialsOf: CredentialsOf,
  connection: ConnectionValues,
  target: DatastoreTarget | null,
  machine: Machine | undefined,
): ObjectStore {
  const place = placeOf(vendor, connection, target)
  const credentials = credentialsOf(connection, place, machine)
  return {
    place,
    identity: credentials.identity,
    permissions: vendor.permissions ?? {
      list: 's3:ListBucket',
      read: 's3:GetObject',
      write: 's3:PutObject',
      remove: 's3:DeleteObject',
    },
    sign: async (request, signal) => sign(request, place, await credentials.value(signal)),
    writes: vendor.writes ?? bucketWrites,
    listingQuery: (prefix, next, most) => ({
      ...(next !== '' && { 'continuation-token': next }),
      'encoding-type': 'url',
      'list-type': '2',
      'max-keys': String(most),
      prefix,
    }),
    readListing,
    readRefusal,
    sentenceOf: (refusal, object) => sentenceOf(refusal, place, object),
  }
}

function sign(request: Unsigned, { region }: Bucket, signature: Signature): Signed {
  const { method, path, query, body } = request
  const address = withQuery(path, query)
  if ('token' in signature)
    return { path: address, headers: { ...request.headers, Authorization: `Bearer ${signature.token}` } }
  if (hasGoogleHeaders(request)) return googleSigned(request, region, signature)
  const { access_key, secret_key, session_token } = signature
  const headers = { ...request.headers, ...(body !== null && { 'X-Amz-Content-Sha256': body.sha256 }) }
  const signed = aws4.sign(
    { service: 's3', region, method, path: address, headers },
    {
      accessKeyId: access_key,
      secretAccessKey: secret_key,
      ...(session_token !== null && { sessionToken: session_token }),
    },
  )
  return { path: address, headers: signed.headers ?? {} }
}

function readListing(page: Element): ListedPage | null {
  if (textIn(page, 'KeyCount') === '' && !page.children.has('IsTruncated')) return null
  // Some servers pass over the wish for encoded keys, and say so.
  const isEncoded = textIn(page, 'EncodingType').toLowerCase() === 'url'
  return {
    objects: (page.children.get('Contents') ?? []).map((element) => objectOf(element, isEncoded)),
    next: textIn(page, 'IsTruncated') === 'true' ? textIn(page, 'NextContinuationToken') : '',
  }
}

function objectOf(element: Element, isEncoded: boolean): ListedObject {
  const tier = textIn(element, 'StorageClass')
  const key = nameIn(element, 'Key')
  return {
    // In this encoding a plus sign stands for a space.
    key: isEncoded ? decodeURIComponent(key.replaceAll('+', ' ')) : key,
    size_bytes: Number(textIn(element, 'Size')),
    last_modified: new Date(textIn(element, 'LastModified')).toISOString(),
    etag: etagIn(element, 'ETag'),
    archived_as: archived.has(tier) ? tier : null,
    generation: textIn(element, 'Generation'),
  }
}

function readRefusal(status: number, headers: IncomingHttpHeaders, error: Element | null): Refusal {
  const header = headers['x-amz-bucket-region']
  const region = typeof header === 'string' ? header : null
  if (error === null) return { status, code: '', region }
  return { status, code: textIn(error, 'Code'), region: region ?? (textIn(error, 'Region') || null) }
}

function sentenceOf(
  { status, code, region }: Refusal,
  { title, bucket, region: signed }: Bucket,
  object: string | null,
): string | null {
  if (region !== null && region !== signed && [301, 307, 400].includes(status))
    return `The bucket "${bucket}" is in the region ${region}, and not in ${signed}: correct the parameter region of the connection.`
  switch (code) {
    case 'InvalidAccessKeyId':
      return `${title} does not know the access key of the connection. Correct access_key and secret_key.`
    case 'SignatureDoesNotMatch':
      return `${title} does not accept the signature: the secret_key of the connection does not belong to its access_key, or the region is another one.`
    case 'ExpiredToken':
    case 'TokenRefreshRequired':
    case 'InvalidToken':
      return 'The credentials of the connection have expired. Give it new ones.'
    case 'RequestTimeTooSkewed':
      return `The clock of this machine differs too much from that of ${title}. Set it right.`
    case 'InvalidObjectState':
      return `${object ?? 'An object'} is archived and cannot be read before it is restored.`
    default:
      return null
  }
}
