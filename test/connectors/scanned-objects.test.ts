import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startWorkingApp } from '../harness/working-app.ts'
import { ObjectServer } from '../harness/object-server.ts'
import { peopleParquet } from '../harness/people-files.ts'

test('objects are synced, profiled and scanned by the service as files are, and unchanged ones are not fetched again', async () => {
  const server = await ObjectServer.start()
  const app = await startWorkingApp()
  try {
    server.put('raw/orders_1.csv', 'id,amount\n1,5\n2,-7\n')
    server.put('raw/orders_2.csv', 'id,amount\n3,-1\n')
    server.put('raw/people.parquet', await peopleParquet())
    const made = await app.ask('POST', '/api/connections', { name: 'lake', type: 's3', ...server.connection })
    assert.equal(made.status, 201, JSON.stringify(made.body))
    assert.ok(!JSON.stringify(made.body).includes(server.connection.secret_key))
    const store = await app.ask('POST', '/api/datastores', {
      name: 'raw',
      connection_id: made.body.id,
      root_path: 'raw',
    })
    assert.equal(store.status, 201, JSON.stringify(store.body))
    const source = {
      datastore_id: store.body.id,
      folder: '',
      write: () => undefined,
      remove: () => undefined,
    }
    const sync = await app.ended(await app.trigger(source, { type: 'sync' }))
    assert.equal(sync.result, 'success', JSON.stringify(sync))
    assert.deepEqual([...(await app.containers(source)).keys()], ['orders_*.csv', 'people.parquet'])
    await app.check(source, 'orders_*.csv', {
      rule: 'between',
      fields: ['amount'],
      properties: { min: 0, max: 10 },
    })
    const prof = await app.ended(await app.trigger(source, { type: 'profile' }))
    assert.equal(prof.result, 'success', prof.message)
    const first = await app.scan(source)
    assert.equal(first.result, 'success', first.message)
    const anomalies = await app.ask('GET', '/api/anomalies')
    assert.equal(anomalies.body.items.length, 2)
    server.seen.length = 0
    const second = await app.scan(source)
    assert.equal(second.result, 'success', second.message)
    const orders = server.seen.filter(({ kind, key }) => kind === 'get' && key.includes('orders'))
    assert.deepEqual(orders, [])
  } finally {
    await app.close()
    await server.close()
  }
})
