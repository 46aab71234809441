import { ServiceError } from '../../kernel/errors.ts'
import type { ConnectionValues, DatastoreTarget } from '../connector.ts'
import { hostFault } from '../shared/hosts.ts'
import type { Place } from './protocol.ts'

/** Every character but those that need no escape in any part of an address; `encodeURIComponent` leaves five more. */
export function encoded(text: string): string {
  return encodeURIComponent(text).replaceAll(
    /[!'()*]/g,
    (found) => `%${found.charCodeAt(0).toString(16).toUpperCase()}`,
  )
}

/** A path with its query, of which the values are not encoded yet. */
export function withQuery(path: string, query: Readonly<Record<string, string>>): string {
  const search = Object.entries(query).map(([name, value]) => `${name}=${encoded(value)}`)
  return search.length === 0 ? path : `${path}?${search.join('&')}`
}

/** The server that an endpoint names, and the parts of its path. Throws ServiceError `invalid`. */
export function serverOf(
  endpoint: string,
): Pick<Place, 'host' | 'port' | 'is_encrypted'> & { parts: string[] } {
  const url = URL.parse(endpoint)
  const isPlain = url?.protocol === 'http:'
  if (!url || (!isPlain && url.protocol !== 'https:') || url.search || url.username || url.password)
    throw invalid('The endpoint is the address of a server alone, such as https://objects.example.com:9000.')
  const host = url.hostname.replace(/^\[(.*)\]$/, '$1')
  const fault = hostFault(host, [])
  if (fault !== null) throw invalid(fault.replace(/^host/, 'The endpoint'))
  return {
    host,
    port: url.port === '' ? (isPlain ? 80 : 443) : Number(url.port),
    is_encrypted: !isPlain,
    parts: url.pathname.split('/').filter(Boolean),
  }
}

/** The prefix of the folder of a datastore in the folder of its connection. */
export function prefixOf(folder: string, target: DatastoreTarget | null): string {
  const parts = [folder, target?.root_path ?? '']
    .map((part) => part.replaceAll(/^\/+|\/+$/g, ''))
    .filter(Boolean)
  return parts.length === 0 ? '' : `${parts.join('/')}/`
}

/** A parameter of a connection; null when it is not set. */
export function parameterOf({ parameters }: ConnectionValues, member: string): string | null {
  const value = parameters?.[member]
  return typeof value === 'string' && value !== '' ? value : null
}

/** The refusal of a connection that cannot be meant. */
export const invalid = (sentence: string): ServiceError => new ServiceError('invalid', sentence)
