import { createHmac } from 'node:crypto'
import type { Asked, Speech } from './object-server.ts'
import { md5Fault, type WritingWords } from './object-writing.ts'

const account = 'lakeaccount'
const key = Buffer.from('the key of an account, which is 64 bytes long in the real service!').toString(
  'base64',
)

/** A shared access signature that the server has issued, as people copy it. */
export const issuedSignature = '?sv=2021-12-02&ss=b&srt=co&sp=rl&sig=abc%2Bdef%3D'

/** A token that the server takes from applications. */
export const issuedToken = 'eyJ0.issued.token'

const azureWriting: WritingWords = {
  asked({ method, headers }, query) {
    if (method === 'DELETE') return { kind: 'remove' }
    if (method !== 'PUT') return { status: 405, code: 'UnsupportedHttpVerb' }
    if (headers['content-length'] === undefined) return { status: 411, code: 'MissingContentLengthHeader' }
    switch (query.get('comp')) {
      case 'block': {
        const name = query.get('blockid') ?? ''
        const bytes = Buffer.from(name, 'base64')
        const isName = bytes.toString('base64') === name && bytes.length > 0 && bytes.length <= 64
        return isName
          ? { kind: 'part', upload: '', name }
          : { status: 400, code: 'InvalidQueryParameterValue' }
      }
      case 'blocklist':
        return { kind: 'complete', upload: '' }
      case null:
        return headers['x-ms-blob-type'] === 'BlockBlob'
          ? { kind: 'put' }
          : { status: 400, code: 'MissingRequiredHeader' }
      default:
        return { status: 400, code: 'InvalidQueryParameterValue' }
    }
  },
  digestFault: (headers, body) => md5Fault(headers, body, 'Md5Mismatch'),
  conditionFault({ 'if-match': match, 'if-none-match': none }, kept) {
    if (none === '*' && kept) return { status: 409, code: 'BlobAlreadyExists' }
    return match !== undefined && match !== kept?.etag ? { status: 412, code: 'ConditionNotMet' } : null
  },
  named: (document) =>
    document.includes('<BlockList>')
      ? [...document.matchAll(/<Uncommitted>([^<]+)<\/Uncommitted>/g)].map(([, name = '']) => ({
          name,
          etag: null,
        }))
      : null,
  least_part_bytes: 0,
  forgets: true,
  statuses: { written: 201, removed: 202 },
  codes: {
    no_upload: { status: 400, code: 'InvalidBlockList' },
    no_part: { status: 400, code: 'InvalidBlockList' },
    small_part: { status: 400, code: 'InvalidBlockList' },
    no_key: { status: 404, code: 'BlobNotFound' },
  },
  begun: () => '',
  completed: () => '',
}

/** The protocol of Azure Blob Storage; its signatures are computed from the raw request, without the code that signs. */
export const azureSpeech: Speech = {
  connection: (endpoint) => ({
    uri: 'az://lake',
    access_key: account,
    secret_key: key,
    parameters: { endpoint: `${endpoint}/${account}` },
  }),
  bucket: `/${account}/lake`,
  fault,
  words: {
    no_bucket: 'ContainerNotFound',
    no_key: 'BlobNotFound',
    changed: 'ConditionNotMet',
    no_range: 'InvalidRange',
  },
  writing: azureWriting,
  part: (query) => ({
    prefix: query.get('prefix') ?? '',
    after: query.get('marker') ?? '',
    most: Number(query.get('maxresults') ?? 5000),
  }),
  listing(objects, next) {
    const blobs = objects.map(([name, { bytes, etag, modified, tier }]) => {
      const kind = tier === 'folder' ? '<ResourceType>directory</ResourceType>' : ''
      const marked = tier === 'marked' ? '<hdi_isfolder>true</hdi_isfolder>' : ''
      return `<Blob><Name>${escaped(name)}</Name><Properties><Last-Modified>${modified.toUTCString()}</Last-Modified><Etag>${etag.replaceAll('"', '')}</Etag>${kind}<Content-Length>${bytes.length}</Content-Length><AccessTier>${tier === 'Archive' ? tier : 'Hot'}</AccessTier></Properties><Metadata>${marked}</Metadata></Blob>`
    })
    return `<EnumerationResults ServiceEndpoint="http://127.0.0.1/" ContainerName="lake"><Blobs>${blobs.join('')}</Blobs><NextMarker>${escaped(next ?? '')}</NextMarker></EnumerationResults>`
  },
}

const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')

function fault({ request: { headers, method }, path, search }: Asked): string | null {
  if (headers['x-ms-version'] !== '2021-12-02') return 'InvalidHeaderValue'
  if (search.includes('sig='))
    return search.endsWith(issuedSignature.slice(1)) ? null : 'AuthenticationFailed'
  if (headers.authorization === `Bearer ${issuedToken}`) return null
  const sent = Date.parse(String(headers['x-ms-date']))
  if (!(Math.abs(sent - Date.now()) < 15 * 60_000)) return 'AuthenticationFailed'
  const asked = search === '' ? [] : search.split('&').map((pair) => pair.split('=').map(decodeURIComponent))
  const text = [
    method,
    // Content-Encoding and -Language.
    '\n',
    headers['content-length'] === '0' ? '' : (headers['content-length'] ?? ''),
    headers['content-md5'] ?? '',
    headers['content-type'] ?? '',
    // Date and If-Modified-Since.
    '\n',
    headers['if-match'] ?? '',
    headers['if-none-match'] ?? '',
    '',
    headers.range ?? '',
    ...Object.keys(headers)
      .filter((name) => name.startsWith('x-ms-'))
      .toSorted()
      .map((name) => `${name}:${String(headers[name])}`),
    [`/${account}${path}`, ...asked.map(([name, value]) => `${name}:${value}`).toSorted()].join('\n'),
  ].join('\n')
  const right = createHmac('sha256', Buffer.from(key, 'base64')).update(text, 'utf8').digest('base64')
  return headers.authorization === `SharedKey ${account}:${right}` ? null : 'AuthenticationFailed'
}
