import { X509Certificate } from 'node:crypto'
import { getCACertificates } from 'node:tls'
import { Type } from 'typebox'
import type { ConnectionValues } from '../connector.ts'
import { invalid, type ServerAddress } from './server-address.ts'

/** The parameter of connections to servers that prove by a certificate who they are. */
export const sslrootcert = Type.Optional(
  Type.String({ description: 'The certificate authority to trust, as PEM text.' }),
)

const certificates = /-----BEGIN CERTIFICATE-----[^-]*-----END CERTIFICATE-----/g

/** The authority that a connection trusts in place of the well-known ones, PEM; null: none. Throws ServiceError `invalid` for what is no authority, and beside a server without TLS. */
export function authorityOf(
  { parameters }: ConnectionValues,
  { is_encrypted }: Pick<ServerAddress, 'is_encrypted'>,
): string | null {
  const pem = parameters?.['sslrootcert']
  if (typeof pem !== 'string' || pem.trim() === '') return null
  if (!is_encrypted)
    throw invalid(
      'An endpoint of http:// shows no certificate: leave sslrootcert out, or give one of https://.',
    )
  if (pem.includes('PRIVATE KEY'))
    throw invalid('The sslrootcert holds a private key. Give the certificate of the authority alone.')
  const found = pem.match(certificates) ?? []
  if (found.length > 0 && found.every(isCertificate)) return pem
  throw invalid(
    'The sslrootcert is the certificate of an authority as PEM text, from -----BEGIN CERTIFICATE----- to -----END CERTIFICATE-----.',
  )
}

function isCertificate(pem: string): boolean {
  try {
    return new X509Certificate(pem).raw.length > 0
  } catch {
    return false
  }
}

/** The well-known authorities and this one, PEM; undefined: those alone. */
export const withWellKnown = (authority: string | null): string | undefined =>
  authority === null ? undefined : [...getCACertificates('default'), authority].join('\n')
