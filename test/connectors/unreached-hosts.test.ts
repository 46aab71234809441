import assert from 'node:assert/strict'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs'
import { connect, createServer, type Server, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, describe, test } from 'node:test'
import {
  SourceUnreached,
  type ConnectionValues,
  type DatastoreTarget,
} from '../../src/connectors/connector.ts'
import { connectors } from '../../src/connectors/registry.ts'
import { ServiceError } from '../../src/kernel/errors.ts'
import { boundsIn } from '../harness/example-stores.ts'
import { mariadbAbsence, mariadbSource } from '../harness/mariadb-source.ts'
import { postgresSource } from '../harness/postgres-source.ts'
import { freePort } from '../harness/free-port.ts'

/** Listeners that are no database servers, by what they do with a new connection. */
const strangers: Record<string, (socket: Socket) => void> = {
  'closes at once': (socket) => socket.destroy(),
  'answers as a web server': (socket) => socket.end('HTTP/1.1 400 Bad Request\r\nConnection: close\r\n\r\n'),
  'greets as a shell server': (socket) => socket.write('SSH-2.0-OpenSSH_9.7\r\n'),
  'says a single letter': (socket) => socket.end('E'),
}

interface Reached {
  connection: ConnectionValues & { host: string; port: number }
  target: DatastoreTarget
  close(): Promise<void>
}

/** Each type with a server of it, and the name of the socket that a client looks for in a folder. */
const servers: [
  string,
  () => Promise<Reached>,
  string | false,
  (folder: string) => ConnectionValues,
  string,
][] = [
  ['postgresql', postgresSource, false, (folder) => ({ host: folder, port: 5432 }), '.s.PGSQL.5432'],
  ['mariadb', mariadbSource, mariadbAbsence, (folder) => ({ host: join(folder, 'my.sock') }), 'my.sock'],
]

describe('a connection that leads to no server of its type', { concurrency: true }, () => {
  const folder = mkdtempSync(join(tmpdir(), 'assay-unreached-'))
  after(() => rmSync(folder, { recursive: true }))

  for (const type of ['postgresql', 'mysql', 'mariadb', 'clickhouse', 'trino', 'spark', 'oracle']) {
    const tried = async (host: string, port: number, given: object = {}): Promise<SourceUnreached> => {
      const parameters = { service_name: 'ORCLPDB1', ...given }
      const connection = { host, port, username: 'reader', password: 'secret', parameters }
      const error: unknown = await connectors
        .get(type)
        .test(connection, null, boundsIn(folder))
        .catch((thrown: unknown) => thrown)
      assert.ok(error instanceof SourceUnreached, String(error))
      // Where it was to go is what the asker said; all else must be the same.
      assert.ok(error.message.includes(`${host}:${port}. `), error.message)
      return error
    }

    if (['clickhouse', 'trino', 'spark'].includes(type))
      test(`is told of by ${type} where TLS is asked for and not spoken there`, async () => {
        const answering = (socket: Socket) =>
          void socket.once('data', () => socket.end('HTTP/1.1 400 Bad Request\r\n\r\n'))
        const plain = await listening(
          createServer((socket) => answering(socket.on('error', () => undefined))),
        )
        const { reason } = await tried('127.0.0.1', plain.port, { sslmode: 'require' })
        plain.close()
        assert.equal(
          reason,
          `127.0.0.1:${plain.port} does not speak TLS. Give the port at which the server does, or set sslmode to disable.`,
        )
      })

    test(`is told of in the same words by ${type}, whatever is there`, async () => {
      const port = await freePort()
      const closed = await tried('127.0.0.1', port)
      const said = new Set([closed.message.replace(`127.0.0.1:${port}`, 'there')])
      const reasons = new Set([closed.reason])
      assert.match(
        closed.reason,
        /^127\.0\.0\.1:\d+ refused the connection: no server listens there\. Start it/,
      )
      for (const [what, visit] of Object.entries(strangers)) {
        const stranger = await listening(createServer((socket) => visit(socket.on('error', () => undefined))))
        const error = await tried('127.0.0.1', stranger.port)
        said.add(error.message.replace(`127.0.0.1:${stranger.port}`, 'there'))
        reasons.add(error.reason.replaceAll(String(stranger.port), ''))
        assert.notEqual(error.reason, error.message, what)
        stranger.close()
      }
      const unknown = await tried('no-such-host.invalid', 5432)
      said.add(unknown.message.replace('no-such-host.invalid:5432', 'there'))
      assert.match(unknown.reason, /no-such-host\.invalid/)
      assert.equal(said.size, 1, [...said].join('\n'))
      assert.ok(reasons.size > 1)
    })
  }
})

for (const [type, source, skip, hostIn, name] of servers) {
  describe(`a ${type} server that is reached through a socket of this machine`, { skip }, () => {
    test('is read in the folders that are listed, and nowhere else', async () => {
      const folder = mkdtempSync(join(tmpdir(), 'assay-sockets-'))
      const [inside, outside] = ['inside', 'outside'].map((each) => join(folder, each))
      assert.ok(inside !== undefined && outside !== undefined)
      mkdirSync(inside)
      mkdirSync(outside)
      const { connection, target, close } = await source()
      const through = (socket: Socket): void => {
        const onward = connect(connection.port, connection.host)
        socket.on('error', () => onward.destroy()).pipe(onward)
        onward.on('error', () => socket.destroy()).pipe(socket)
      }
      const door = createServer(through).listen(join(inside, name))
      const other = createServer(through).listen(join(outside, name))
      try {
        await Promise.all([once(door, 'listening'), once(other, 'listening')])
        const open = (where: string, allowed_sockets?: string[]): Promise<void> =>
          connectors.get(type).test({ ...connection, ...hostIn(where) }, target, {
            ...boundsIn(folder),
            ...(allowed_sockets && { allowed_sockets }),
          })
        const isRefused = (error: unknown): boolean =>
          error instanceof ServiceError &&
          error.code === 'invalid' &&
          /ASSAY_ALLOWED_SOCKETS/.test(error.message)
        await open(inside, [inside])
        await assert.rejects(open(inside), isRefused)
        await assert.rejects(open(outside, [inside]), isRefused)
        await assert.rejects(open(`${inside}/../outside`, [inside]), isRefused)
        symlinkSync(outside, join(inside, 'link'))
        await assert.rejects(open(join(inside, 'link'), [inside]), isRefused)
        await assert.rejects(open(join(inside, 'empty'), [inside]), SourceUnreached)
      } finally {
        door.close()
        other.close()
        await close()
        rmSync(folder, { recursive: true })
      }
    })
  })
}

async function listening(server: Server): Promise<{ port: number; close(): void }> {
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  return {
    port: typeof address === 'object' && address ? address.port : 0,
    close: () => void server.close(),
  }
}
