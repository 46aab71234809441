import assert from 'node:assert/strict'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
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
    await app.ask('POST', `/api/connections/${id}/test`, { uri: good })
    assert.equal(await app.rows(), before)
  })
})
