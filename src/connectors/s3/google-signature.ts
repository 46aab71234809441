import { createHash, createHmac } from 'node:crypto'
import { withQuery } from '../objects/address.ts'
import type { Signed, Unsigned } from '../objects/protocol.ts'
import type { AwsKeys } from './credentials.ts'
import { wallMilliseconds } from '../shared/wall-clock.ts'

const algorithm = 'GOOG4-HMAC-SHA256'

/** True for a request that can only be signed in Google's own way: its servers take no headers of both kinds in one request. */
export const hasGoogleHeaders = ({ headers }: Unsigned): boolean =>
  Object.keys(headers).some((name) => name.toLowerCase().startsWith('x-goog-'))

/** Signs by an HMAC key. Source: "Signatures" in the reference of the XML API of Cloud Storage, V4 signing process. */
export function googleSigned(
  request: Unsigned,
  location: string,
  keys: Pick<AwsKeys, 'access_key' | 'secret_key'>,
): Signed {
  const { method, path, query, body } = request
  const moment = new Date(wallMilliseconds()).toISOString().replaceAll(/[:-]|\.\d{3}/g, '')
  const digest = body?.sha256 ?? sha256('')
  const headers = { ...request.headers, 'x-goog-date': moment, 'x-goog-content-sha256': digest }
  const named = Object.entries(headers)
    .map(([name, value]) => [name.toLowerCase(), value.trim()] as const)
    .toSorted(([one], [other]) => (one < other ? -1 : 1))
  const names = named.map(([name]) => name).join(';')
  const canonical = [
    method,
    path,
    withQuery('', query).slice(1).split('&').toSorted().join('&'),
    ...named.map(([name, value]) => `${name}:${value}`),
    '',
    names,
    digest,
  ].join('\n')
  const scope = [moment.slice(0, 8), location, 'storage', 'goog4_request']
  const key = scope.reduce<Buffer | string>(hmac, `GOOG4${keys.secret_key}`)
  const text = [algorithm, moment, scope.join('/'), sha256(canonical)].join('\n')
  const Authorization = `${algorithm} Credential=${keys.access_key}/${scope.join('/')}, SignedHeaders=${names}, Signature=${hmac(key, text).toString('hex')}`
  return { path: withQuery(path, query), headers: { ...headers, Authorization } }
}

const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex')
const hmac = (key: Buffer | string, text: string): Buffer => createHmac('sha256', key).update(text).digest()
