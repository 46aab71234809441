import assert from 'node:assert/strict'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { createServer, type Server, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createServer as createTlsServer } from 'node:tls'
import { execFileSync } from 'node:child_process'
import { after, describe, test } from 'node:test'
import { setImmediate } from 'node:timers/promises'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { SourceUnreached, type ConnectionValues } from '../../src/connectors/connector.ts'
import { connectors } from '../../src/connectors/registry.ts'
import { ServiceError } from '../../src/kernel/errors.ts'
import { boundsIn } from '../harness/example-tables.ts'

const refusing = 4
const redirecting = 5

/** A packet of a listener of Oracle. */
function packet(type: number, text: string): Buffer {
  const data = Buffer.from(text)
  const head = Buffer.alloc(type === refusing ? 12 : 10)
  head.writeUInt16BE(head.length + data.length, 0)
  head.writeUInt8(type, 4)
  head.writeUInt16BE(data.length, head.length - 2)
  return Buffer.concat([head, data])
}

const refusal = (error: number): Buffer => packet(refusing, `(DESCRIPTION=(TMP=)(VSNNUM=0)(ERR=${error}))`)

/** A listener takes a client, who is to say next who it is. */
function accepting(): Buffer {
  const taken = Buffer.alloc(45)
  taken.writeUInt16BE(taken.length, 0)
  taken.writeUInt8(2, 4)
  taken.writeUInt16BE(315, 8)
  // No services of the network are agreed on first.
  taken.writeUInt8(4, 22)
  for (const sizeAt of [32, 36]) taken.writeUInt32BE(8192, sizeAt)
  return taken
}

/** Collects what nobody holds any more, and lets those speak who wait for that. */
async function collectGarbage(): Promise<void> {
  setFlagsFromString('--expose-gc')
  const collect = runInNewContext('gc') as () => void
  for (let turn = 0; turn < 20; turn++) {
    collect()
    await setImmediate()
  }
}

/** The driver itself, without any double, against sockets that answer as a listener does. */
describe('the driver of Oracle', () => {
  const folder = mkdtempSync(join(tmpdir(), 'assay-oracle-driver-'))
  const servers: Server[] = []
  const sockets: Socket[] = []
  after(() => {
    for (const socket of sockets) socket.destroy()
    for (const server of servers) server.close()
    rmSync(folder, { recursive: true })
  })

  async function listening(server: Server): Promise<number> {
    servers.push(server)
    server.on('connection', (socket: Socket) => sockets.push(socket))
    server.listen(0, '127.0.0.1')
    await once(server, 'listening')
    const address = server.address()
    return typeof address === 'object' && address !== null ? address.port : 0
  }

  /** Answers the first thing that a client says. */
  const listener = (answer: (socket: Socket) => unknown): Promise<number> =>
    listening(
      createServer((socket) => {
        socket.on('error', () => undefined)
        socket.once('data', () => answer(socket))
      }),
    )

  async function told(members: ConnectionValues): Promise<ServiceError> {
    const connection = { host: '127.0.0.1', username: 'reader', password: 'secret', ...members }
    const target = { database: 'ORCLPDB1', schema: null, root_path: null }
    const error: unknown = await connectors
      .get('oracle')
      .test(connection, target, boundsIn(folder))
      .catch((thrown: unknown) => thrown)
    assert.ok(error instanceof ServiceError, String(error))
    assert.doesNotMatch(error.message, /secret|CONNECTION_ID|NJS/)
    return error
  }

  test('is told by a listener that it has no such service', async () => {
    const port = await listener((socket) => socket.write(refusal(12514)))
    const { code, message } = await told({ port })
    assert.equal(code, 'connection_failed')
    assert.match(message, /^127\.0\.0\.1:\d+ refused the connection: .*ORCLPDB1.*not registered/)
  })

  test('is not led to another server, whatever that is', async () => {
    let visits = 0
    const other = await listening(createServer((socket) => socket.on('data', () => (visits += 1))))
    const address = `(ADDRESS=(PROTOCOL=tcp)(HOST=127.0.0.1)(PORT=${other}))`
    const port = await listener((socket) => socket.write(packet(redirecting, address)))
    const error = await told({ port })
    assert.ok(error instanceof SourceUnreached)
    assert.match(
      error.reason,
      /it sends its clients to another server; give the name and the port of that one\.$/,
    )
    assert.equal(visits, 0)
  })

  test('is not led to an address at which a cloud keeps what is its own', async () => {
    const address = '(ADDRESS=(PROTOCOL=tcp)(HOST=169.254.169.254)(PORT=80))'
    const port = await listener((socket) => socket.write(packet(redirecting, address)))
    assert.match((await told({ port })).message, /^host leads to an address at which a cloud/)
  })

  test('does not wait for a server that has nothing to say', { timeout: 300_000 }, async () => {
    // Once a listener has taken a client, the driver waits without end.
    const ports = [await listener(() => undefined), await listener((socket) => socket.write(accepting()))]
    for (const error of await Promise.all(ports.map((port) => told({ port })))) {
      assert.ok(error instanceof SourceUnreached)
      assert.match(error.reason, /^127\.0\.0\.1:\d+ did not answer within 10 seconds\.$/)
      assert.equal(error.retryable, false)
    }
    // The driver would throw here, where only the test itself fails of it, and a service would end.
    await collectGarbage()
  })

  test('takes no certificate that nobody vouches for', async () => {
    const [key, cert] = ['key.pem', 'cert.pem'].map((name) => join(folder, name))
    execFileSync(
      'openssl',
      `req -x509 -newkey rsa:2048 -nodes -keyout ${key} -out ${cert} -days 2 -subj /CN=127.0.0.1`.split(' '),
      { stdio: 'ignore' },
    )
    const port = await listening(
      createTlsServer({ key: readFileSync(key ?? ''), cert: readFileSync(cert ?? '') }).on(
        'tlsClientError',
        () => undefined,
      ),
    )
    for (const sslmode of ['verify-ca', 'verify-full']) {
      const error = await told({ port, parameters: { sslmode } })
      assert.ok(!(error instanceof SourceUnreached))
      assert.match(
        error.message,
        /^127\.0\.0\.1:\d+ refused the connection: self-signed certificate\. Let NODE_EXTRA_CA_CERTS .*authority\.$/,
      )
    }
  })

  test('speaks TLS or not, and never one where the other was asked for', async () => {
    const port = await listener((socket) => socket.end('no TLS'))
    assert.ok((await told({ port, parameters: { sslmode: 'verify-full' } })) instanceof SourceUnreached)
    const { code, message } = await told({ port, parameters: { sslmode: 'prefer' } })
    assert.equal(code, 'invalid')
    assert.match(message, /use disable, verify-ca or verify-full\.$/)
  })

  test('is given no more than the name of a service, and no path of this machine', async () => {
    const port = await listener((socket) => socket.write(refusal(12514)))
    const connection = { host: '127.0.0.1', port, username: 'reader', password: 'secret' }
    const target = { database: 'A)(SERVER=dedicated', schema: null, root_path: null }
    const isInvalid = (error: unknown) => error instanceof ServiceError && error.code === 'invalid'
    await assert.rejects(connectors.get('oracle').test(connection, target, boundsIn(folder)), isInvalid)
    await assert.rejects(connectors.get('oracle').test(connection, null, boundsIn(folder)), isInvalid)
    const bounds = { ...boundsIn(folder), allowed_sockets: [folder] }
    const socket = { ...connection, host: join(folder, 'oracle') }
    await assert.rejects(
      connectors.get('oracle').test(socket, { ...target, database: 'A' }, bounds),
      isInvalid,
    )
  })
})
