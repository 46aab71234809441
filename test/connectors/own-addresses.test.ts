import assert from 'node:assert/strict'
import dns from 'node:dns'
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { once } from 'node:events'
import { after, describe, mock, test } from 'node:test'
import { addressFault } from '../../src/connectors/shared/hosts.ts'
import { connectors } from '../../src/connectors/registry.ts'
import { ServiceError } from '../../src/kernel/errors.ts'
import { boundsIn } from '../harness/example-stores.ts'

/** Each with what a resolver answers for a name that looks harmless. */
const answers: [string, dns.LookupAddress[]][] = [
  ["a cloud's metadata", [{ address: '169.254.169.254', family: 4 }]],
  ["a cloud's metadata in IPv6", [{ address: 'fd00:ec2::254', family: 6 }]],
  ['the same as an IPv4 address in IPv6', [{ address: '::ffff:169.254.169.254', family: 6 }]],
  [
    'metadata beside an address that is none',
    [
      { address: '169.254.169.254', family: 4 },
      { address: '127.0.0.1', family: 4 },
    ],
  ],
]

describe('a host name of a connection that leads to an address of the cloud itself', () => {
  const folder = mkdtempSync(join(tmpdir(), 'assay-addresses-'))
  after(() => rmSync(folder, { recursive: true }))

  for (const type of ['postgresql', 'mysql', 'mariadb', 'clickhouse', 'trino', 'spark', 'oracle']) {
    for (const [title, found] of answers) {
      test(`is refused by ${type}: ${title}`, async () => {
        const listener = createServer((socket) => {
          visits += 1
          socket.destroy()
        }).listen(0, '127.0.0.1')
        let visits = 0
        await once(listener, 'listening')
        const address = listener.address()
        const port = typeof address === 'object' && address !== null ? address.port : 0
        const asked: string[] = []
        const lookup = mock.method(dns, 'lookup', answering(found, asked))
        try {
          const parameters = { service_name: 'ORCLPDB1' }
          const connection = {
            host: 'db.example.com',
            port,
            username: 'reader',
            password: 'secret',
            parameters,
          }
          await assert.rejects(connectors.get(type).test(connection, null, boundsIn(folder)), (error) => {
            assert.ok(error instanceof ServiceError, String(error))
            assert.equal(error.code, 'invalid')
            assert.equal(error.message, addressFault)
            return true
          })
          assert.deepEqual(new Set(asked), new Set(['db.example.com']))
          assert.equal(visits, 0)
        } finally {
          lookup.mock.restore()
          listener.close()
        }
      })
    }
  }
})

/** A resolver that answers every name with these addresses, in the two ways in which it can be asked. */
function answering(found: dns.LookupAddress[], asked: string[]) {
  return (
    name: string,
    options: dns.LookupOptions,
    told: (error: null, address: string | dns.LookupAddress[], family?: number) => void,
  ): void => {
    asked.push(name)
    const [first] = found
    setImmediate(() => (options.all ? told(null, found) : told(null, first?.address ?? '', first?.family)))
  }
}
