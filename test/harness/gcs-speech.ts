import { createHash, createHmac } from 'node:crypto'
import type { Asked, Speech } from './object-server.ts'
import { md5Fault } from './object-writing.ts'
import { s3Speech, s3Writing } from './s3-speech.ts'

const serverKeys = { access_key: 'GOOGTESTKEY', secret_key: 'bGoa+V7g/yqDXvKRqq+JTFn4uQZbPiQJo4pf9RzJ' }
const location = 'auto'

/**
 * The XML protocol of Google Cloud Storage. It lists and reads as S3 does, with the signatures of either; writes have conditions on
 * generations and Google's own signature, because no request may have headers of both kinds.
 */
export const gcsSpeech: Speech = {
  ...s3Speech,
  connection: (endpoint) => ({ uri: 'gs://lake', ...serverKeys, parameters: { endpoint } }),
  fault: (asked) => {
    const names = Object.keys(asked.request.headers)
    const isGoogle = names.some((name) => name.startsWith('x-goog-'))
    if (isGoogle && names.some((name) => name.startsWith('x-amz-'))) return 'InvalidArgument'
    if (!isGoogle && asked.request.method !== 'GET') return 'AccessDenied'
    return signatureFault(asked, isGoogle ? google : amazon)
  },
  writing: {
    ...s3Writing,
    asked: ({ method, headers }, query) => {
      // Of other conditions it says that they are for reading alone, and nothing is written in parts here.
      if (headers['if-match'] ?? headers['if-none-match']) return { status: 400, code: 'InvalidArgument' }
      if (query.size > 0) return { status: 501, code: 'NotImplemented' }
      if (method === 'DELETE') return { kind: 'remove' }
      if (headers['content-length'] === undefined) return { status: 411, code: 'MissingContentLength' }
      return method === 'PUT' ? { kind: 'put' } : { status: 405, code: 'MethodNotAllowed' }
    },
    digestFault: (headers, body) =>
      headers['x-goog-content-sha256'] === sha256Of(body)
        ? md5Fault(headers, body, 'BadDigest')
        : { status: 400, code: 'InvalidDigest' },
    conditionFault: ({ 'x-goog-if-generation-match': match }, kept) =>
      match === String(kept?.generation ?? 0) || match === undefined
        ? null
        : { status: 412, code: 'PreconditionFailed' },
  },
}

interface Scheme {
  algorithm: string
  prefix: string
  service: string
  end: string
  header: string
}
const google: Scheme = {
  algorithm: 'GOOG4-HMAC-SHA256',
  prefix: 'GOOG4',
  service: 'storage',
  end: 'goog4_request',
  header: 'x-goog-',
}
const amazon: Scheme = {
  algorithm: 'AWS4-HMAC-SHA256',
  prefix: 'AWS4',
  service: 's3',
  end: 'aws4_request',
  header: 'x-amz-',
}

const sha256Of = (bytes: string | Buffer): string => createHash('sha256').update(bytes).digest('hex')

/** The signature is computed from the request as it came, without the code that signs. */
function signatureFault(
  { request: { headers, method }, path, search }: Asked,
  scheme: Scheme,
): string | null {
  const { algorithm, prefix, service, end, header } = scheme
  const moment = String(headers[`${header}date`])
  const scope = `${moment.slice(0, 8)}/${location}/${service}/${end}`
  const [, names = '', given] =
    /SignedHeaders=([^,]+), ?Signature=(\w{64})$/.exec(headers.authorization ?? '') ?? []
  if (!headers.authorization?.startsWith(`${algorithm} Credential=${serverKeys.access_key}/${scope},`))
    return 'InvalidSecurity'
  const list = names.split(';')
  const own = Object.keys(headers).filter((name) => name.startsWith(header))
  if (![...own, 'host'].every((name) => list.includes(name))) return 'AccessDenied'
  const canonical = [
    method,
    path,
    search.split('&').toSorted().join('&'),
    ...list.map((name) => `${name}:${String(headers[name]).trim()}`),
    '',
    names,
    String(headers[`${header}content-sha256`]),
  ].join('\n')
  const text = [algorithm, moment, scope, sha256Of(canonical)].join('\n')
  const hmac = (key: string | Buffer, part: string) => createHmac('sha256', key).update(part).digest()
  const key = scope.split('/').reduce<string | Buffer>(hmac, `${prefix}${serverKeys.secret_key}`)
  return hmac(key, text).toString('hex') === given ? null : 'SignatureDoesNotMatch'
}
