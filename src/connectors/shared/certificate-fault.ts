import type { ServerAddress } from './server-address.ts'

const signerFaults = new Set([
  'CERT_SIGNATURE_FAILURE',
  'CERT_UNTRUSTED',
  'DEPTH_ZERO_SELF_SIGNED_CERT',
  'INVALID_CA',
  'SELF_SIGNED_CERT_IN_CHAIN',
  'UNABLE_TO_GET_ISSUER_CERT',
  'UNABLE_TO_GET_ISSUER_CERT_LOCALLY',
  'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
])
const timeFaults = new Set(['CERT_HAS_EXPIRED', 'CERT_NOT_YET_VALID'])
const nameFaults = new Set(['ERR_TLS_CERT_ALTNAME_INVALID', 'HOSTNAME_MISMATCH'])

/**
 * What is wrong with the certificate that a server showed, and what to do, in sentences; null for any other error. `authority` is what its
 * connection trusts (null: it names none; undefined: it cannot name one).
 */
export function certificateFault(
  error: unknown,
  { host, port }: Pick<ServerAddress, 'host' | 'port'>,
  authority: string | null | undefined,
): string | null {
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  const at = `${host}:${port}`
  if (nameFaults.has(code))
    return `The certificate of ${at} is for another host. Correct the address, or give the server a certificate that names ${host}.`
  if (timeFaults.has(code))
    return `The certificate of ${at}, or of an authority that has signed it, has expired or is not valid yet. Whoever runs the server renews it; see also whether the clock of this machine is right.`
  if (!signerFaults.has(code)) return null
  if (authority === undefined)
    return `The certificate of ${at} is signed by no authority that this service knows. Let NODE_EXTRA_CA_CERTS of the service name the certificate of its authority.`
  return authority === null
    ? `The certificate of ${at} is signed by no authority that this service knows. Give the certificate of its authority as the parameter sslrootcert, as PEM text.`
    : `The certificate of ${at} is not signed by the authority in sslrootcert. Give the certificate of the one that has signed it, with those between them where the server does not send them.`
}
