import assert from 'node:assert/strict'
import { test } from 'node:test'
import { certificateFault } from './certificate-fault.ts'

const server = { host: 'objects.example.com', port: 9000 }
const failed = (code: string): Error => Object.assign(new Error('refused'), { code })

test('a certificate that is not accepted is told with what helps, and nothing else is taken for one', () => {
  const fault = (code: string, authority?: string | null) => certificateFault(failed(code), server, authority)
  assert.match(
    fault('CERT_HAS_EXPIRED', null) ?? '',
    /^The certificate of objects\.example\.com:9000, .* has expired/,
  )
  assert.match(fault('ERR_TLS_CERT_ALTNAME_INVALID') ?? '', /that names objects\.example\.com\.$/)
  assert.match(fault('SELF_SIGNED_CERT_IN_CHAIN', null) ?? '', /as the parameter sslrootcert, as PEM text\.$/)
  assert.match(
    fault('SELF_SIGNED_CERT_IN_CHAIN', 'PEM') ?? '',
    /is not signed by the authority in sslrootcert\./,
  )
  // Of a connection that can name no authority nobody is asked for one.
  const elsewhere = fault('UNABLE_TO_VERIFY_LEAF_SIGNATURE')
  assert.match(elsewhere ?? '', /Let NODE_EXTRA_CA_CERTS of the service name/)
  assert.doesNotMatch(elsewhere ?? '', /sslrootcert/)
  assert.equal(fault('ECONNREFUSED', null), null)
  assert.equal(certificateFault('CERT_HAS_EXPIRED', server, null), null)
})
