import assert from 'node:assert/strict'
import { once } from 'node:events'
import { writeFile } from 'node:fs/promises'
import { createServer, type AddressInfo } from 'node:net'
import { join } from 'node:path'
import { test } from 'node:test'
import { DuckDBInstance } from '@duckdb/node-api'
import { connectors } from '../../../src/connectors/registry.ts'
import { describeContract } from '../../harness/contract.ts'
import { makeConnection } from '../../harness/factories.ts'

describeContract('POST /connections/{id}/test answers whether it connects', (app) => {
  test('a connection that works, with and without a body', async () => {
    const id = await makeConnection(app)
    const headers = { 'content-type': 'application/json', 'content-length': '0' }
    for (const answer of [
      await app.askRaw('POST', `/api/connections/${id}/test`, '', headers),
      await app.ask('POST', `/api/connections/${id}/test`),
      await app.ask('POST', `/api/connections/${id}/test`, { name: 'x', type: 'local' }),
    ]) {
      assert.deepEqual([answer.status, answer.body], [200, { connected: true }])
    }
  })

  test('one that does not says why; what is tried instead is not stored', async () => {
    const good = join(app.folder, 'good.duckdb')
    const bad = join(app.folder, 'bad.duckdb')
    await writeFile(bad, 'this is no database')
    const id = await makeConnection(app, { type: 'duckdb', uri: bad })
    const before = await app.rows()
    const { status, body } = await app.ask('POST', `/api/connections/${id}/test`)
    assert.deepEqual([status, body.connected], [200, false])
    assert.ok(body.message.length > 10)
    const outside = await app.ask('POST', `/api/connections/${id}/test`, { uri: '/etc/passwd' })
    assert.deepEqual([outside.status, outside.body.connected], [200, false])
    assert.match(outside.body.message, /ASSAY_ALLOWED_PATHS/)
    const instance = await DuckDBInstance.create(good)
    instance.closeSync()
    const instead = await app.ask('POST', `/api/connections/${id}/test`, { uri: good })
    assert.deepEqual([instead.status, instead.body], [200, { connected: true }])
    assert.equal(await app.rows(), before)
  })

  test('a store that no test has met is told apart, whether it answers or not', async () => {
    const remarks = []
    for (const [type, port] of [
      ['clickhouse', 1],
      ['redshift', 1],
      ['mysql', 1],
    ] as const) {
      const id = await makeConnection(app, { type, host: '127.0.0.1', port, username: 'reader' })
      const { body } = await app.ask('POST', `/api/connections/${id}/test`)
      assert.equal(body.connected, false)
      remarks.push(body.remark)
    }
    const [clickhouse, redshift] = ['clickhouse', 'redshift'].map((type) => connectors.get(type).untried)
    assert.deepEqual(remarks, [clickhouse, redshift, undefined])
    assert.match(remarks[1] ?? '', /has never met a server of Amazon Redshift/)
  })

  test('an Admin is told what the network said; to a Manager every host without a server is alike', async () => {
    const manager = await app.user('Manager')
    let isGivenUp = false
    const mute = createServer((socket) =>
      socket
        .resume()
        .on('error', () => undefined)
        .on('close', () => (isGivenUp = true)),
    )
    mute.listen(0, '127.0.0.1').unref()
    const closed = createServer().listen(0, '127.0.0.1')
    await Promise.all([once(mute, 'listening'), once(closed, 'listening')])
    const [open, shut] = [mute, closed].map((server) => (server.address() as AddressInfo).port)
    closed.close()
    const id = await makeConnection(app, { type: 'postgresql', host: '127.0.0.1', port: shut, username: 'a' })
    const tried = async (port: number | undefined, token?: string) => {
      const asked = await app.ask('POST', `/api/connections/${id}/test`, { port }, token)
      assert.deepEqual([asked.status, asked.body.connected], [200, false])
      return asked.body.message.replace(`127.0.0.1:${port}`, 'there')
    }
    assert.match(await tried(shut), /^there refused the connection: no server listens there/)
    const [silent, refused] = await Promise.all([
      tried(open, manager),
      // The time of the answer must not differ either: it comes only after the silent host was given up.
      tried(shut, manager).then((message) => ({ message, isAfter: isGivenUp })),
    ])
    assert.match(refused.message, /^No PostgreSQL server was reached at there\. .* an Admin who tests/)
    assert.equal(refused.message, silent)
    assert.ok(refused.isAfter)
  })
})
