import type { IncomingHttpHeaders } from 'node:http'
import type { ConnectionValues, DatastoreTarget } from '../connector.ts'
import { withQuery } from '../objects/address.ts'
import type { ListedObject, ListedPage, ObjectStore, Refusal, Signed, Unsigned } from '../objects/protocol.ts'
import { etagIn, nameIn, textIn, type Element } from '../objects/xml.ts'
import type { Machine } from '../shared/machine.ts'
import { azureCredentials, isSignature } from './azure-credentials.ts'
import { blobWrites } from './blob-writes.ts'
import { placeOf, title, type Container } from './place.ts'
import { requestDate } from './request-date.ts'
import { sharedKey } from './shared-key.ts'

/** The version of the protocol that the requests are written for. */
const version = '2021-12-02'

/** A container by the protocol of Azure Blob Storage, with the key of the account, a shared access signature, or a token of Microsoft Entra. See OpenStore. */
export function openContainer(
  connection: ConnectionValues,
  target: DatastoreTarget | null,
  machine: Machine | undefined,
): ObjectStore {
  const place = placeOf(connection, target)
  const { identity, token, secret } = azureCredentials(connection, place, machine)
  return {
    place,
    identity,
    permissions: { list: 'List', read: 'Read', write: 'Write', remove: 'Delete' },
    writes: blobWrites,
    sign: async (request, signal) =>
      token ? withToken(request, await token(signal)) : sign(request, place, secret),
    listingQuery: (prefix, next, most) => ({
      comp: 'list',
      // Old clients mark folders by it.
      include: 'metadata',
      ...(next !== '' && { marker: next }),
      maxresults: String(most),
      ...(prefix !== '' && { prefix }),
      restype: 'container',
    }),
    readListing,
    readRefusal,
    sentenceOf: (refusal, object) => sentenceOf(refusal, place, object),
  }
}

const dated = (headers: Unsigned['headers']): Unsigned['headers'] => ({
  ...headers,
  'x-ms-date': requestDate(),
  'x-ms-version': version,
})

function withToken({ path, query, headers }: Unsigned, token: string): Signed {
  return { path: withQuery(path, query), headers: { ...dated(headers), Authorization: `Bearer ${token}` } }
}

function sign(request: Unsigned, { account }: Container, secret: string): Signed {
  const { method, path, query } = request
  const headers = dated(request.headers)
  const address = withQuery(path, query)
  if (isSignature(secret)) {
    const signature = secret.replace(/^\?/, '')
    return { path: `${address}${address.includes('?') ? '&' : '?'}${signature}`, headers }
  }
  const Authorization = sharedKey({ method, path, query, headers }, account, secret)
  return { path: address, headers: { ...headers, Authorization } }
}

function readListing(page: Element): ListedPage | null {
  const [blobs] = page.children.get('Blobs') ?? []
  if (!blobs) return null
  return {
    objects: (blobs.children.get('Blob') ?? []).filter((blob) => !isFolder(blob)).map(objectOf),
    next: textIn(page, 'NextMarker'),
  }
}

/** Accounts with a hierarchy list folders as objects of no bytes, and old clients make such. */
function isFolder(blob: Element): boolean {
  const [properties] = blob.children.get('Properties') ?? []
  const [metadata] = blob.children.get('Metadata') ?? []
  return (
    (properties !== undefined && textIn(properties, 'ResourceType') === 'directory') ||
    (metadata !== undefined && textIn(metadata, 'hdi_isfolder') === 'true')
  )
}

function objectOf(blob: Element): ListedObject {
  const [properties = blob] = blob.children.get('Properties') ?? []
  return {
    key: nameIn(blob, 'Name'),
    size_bytes: Number(textIn(properties, 'Content-Length')),
    last_modified: new Date(textIn(properties, 'Last-Modified')).toISOString(),
    etag: etagIn(properties, 'Etag'),
    archived_as: textIn(properties, 'AccessTier') === 'Archive' ? 'Archive' : null,
  }
}

function readRefusal(status: number, headers: IncomingHttpHeaders, error: Element | null): Refusal {
  const header = headers['x-ms-error-code']
  const code = typeof header === 'string' ? header : error === null ? '' : textIn(error, 'Code')
  return { status, code, region: null }
}

function sentenceOf({ code }: Refusal, { account, bucket }: Container, object: string | null): string | null {
  switch (code) {
    case 'AuthenticationFailed':
    case 'InvalidAuthenticationInfo':
      return `${title} does not accept the credentials: the secret_key of the connection is no key of the account "${account}", its shared access signature has expired, or the clock of this machine is wrong.`
    case 'AuthorizationFailure':
      return `The account "${account}" does not let this service in: the secret_key of the connection is wrong or does not allow this, or the firewall of the account keeps this service out.`
    case 'KeyBasedAuthenticationNotPermitted':
      return `The account "${account}" does not allow its keys. Give the connection a shared access signature, or allow them.`
    case 'AccountIsDisabled':
      return `The account "${account}" is disabled.`
    case 'ContainerNotFound':
      return `There is no container "${bucket}" in the account "${account}". Correct the uri of the connection.`
    case 'LeaseIdMissing':
      return `${object ?? 'An object'} is leased by another program, so that nobody else may write it.`
    case 'BlobArchived':
      return `${object ?? 'An object'} is archived and cannot be read before it is restored.`
    default:
      return null
  }
}
