import { ServiceError } from '../../kernel/errors.ts'
import { hostFault } from './hosts.ts'

/** A server that is asked by HTTP. */
export interface ServerAddress {
  host: string
  port: number
  is_encrypted: boolean
}

/** The server that an endpoint names, and the parts of its path. Throws ServiceError `invalid`. */
export function serverOf(endpoint: string): ServerAddress & { parts: string[] } {
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

/** The refusal of a connection that cannot be meant. */
export const invalid = (sentence: string): ServiceError => new ServiceError('invalid', sentence)
