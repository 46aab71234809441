import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer, type AddressInfo } from 'node:net'
import { after, test } from 'node:test'
import { describeRuns } from '../harness/runs.ts'

describeRuns('a trigger', (app) => {
  test('is answered without the source, which may be down: queued, with no connection to it', async () => {
    let visits = 0
    const door = createServer((socket) => {
      visits += 1
      socket.destroy()
    })
    door.listen(0, '127.0.0.1')
    await once(door, 'listening')
    after(() => door.close())
    const { port } = door.address() as AddressInfo
    const { rows } = await app.environment.store.pool.query(
      `with ways as (insert into connections (name, type, host, port, username)
         values ('shop', 'postgresql', '127.0.0.1', $1, 'reader') returning id)
       insert into datastores (name, connection_id, database, schema, enrichment_prefix)
         select 'shop', id, 'shop', 'public', '_shop' from ways returning id`,
      [port],
    )
    const datastore_id = rows[0].id
    const ids: number[] = []
    for (const type of ['sync', 'scan']) {
      const { status, body } = await app.ask('POST', '/api/operations/run', { type, datastore_id })
      assert.deepEqual([status, body.result, body.start_time], [200, 'queued', null])
      ids.push(body.id)
    }
    assert.equal(visits, 0)
    // The request comes from the worker itself.
    await app.step()
    assert.ok(visits > 0)
    for (const id of ids) await app.ask('PUT', `/api/operations/abort/${id}`)
  })

  test('is answered with queued, however soon a worker takes it', async () => {
    const source = await app.source({ 'a.csv': 'id\n1\n' })
    const worker = app.addWorker()
    for (let round = 0; round < 25; round += 1) {
      const { body } = await app.ask('POST', '/api/operations/run', { type: 'sync', ...source })
      assert.deepEqual([body.result, body.start_time], ['queued', null])
      await app.ended(body.id)
    }
    await worker.stop()
  })

  test('of fifty at the same moment starts fifty runs, and all of them end', async () => {
    const source = await app.source({ 'a.csv': 'id\n1\n' })
    const worker = app.addWorker()
    const ids = await Promise.all(Array.from({ length: 50 }, () => app.trigger(source, { type: 'sync' })))
    assert.equal(new Set(ids).size, 50)
    for (const id of ids) assert.equal((await app.ended(id)).result, 'success')
    await worker.stop()
  })
})
