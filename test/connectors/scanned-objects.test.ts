import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startWorkingApp, type Source, type WorkingApp } from '../harness/working-app.ts'
import { ObjectServer } from '../harness/object-server.ts'
import { peopleParquet } from '../harness/people-files.ts'

/** A datastore on the folder `raw` of the bucket, synced. */
async function synced(app: WorkingApp, server: ObjectServer): Promise<Source> {
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
  return source
}

test('objects are synced, profiled and scanned by the service as files are, and unchanged ones are not fetched again', async () => {
  const server = await ObjectServer.start()
  const app = await startWorkingApp()
  try {
    server.put('raw/orders_1.csv', 'id,amount\n1,5\n2,-7\n')
    server.put('raw/orders_2.csv', 'id,amount\n3,-1\n')
    server.put('raw/people.parquet', await peopleParquet())
    const source = await synced(app, server)
    assert.deepEqual([...(await app.containers(source)).keys()], ['orders_*.csv', 'people.parquet'])
    const unchecked = await app.scan(source)
    assert.deepEqual([unchecked.result, unchecked.status.partitions_scanned], ['success', 3])
    const counted = await app.ask('GET', `/api/container-scans/${unchecked.container_scans[0].id}`)
    assert.deepEqual(
      counted.body.partition_scans.map((part: { records_processed: number }) => part.records_processed),
      [2, 1],
    )
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

test('checks are saved or refused by their words without an object being fetched', async () => {
  const server = await ObjectServer.start()
  const app = await startWorkingApp()
  try {
    for (const part of [1, 2, 3]) {
      server.put(`raw/orders_${part}.csv`, 'id,note\n1,a\n')
      server.put(`raw/people_${part}.parquet`, await peopleParquet())
    }
    const source = await synced(app, server)
    const containers = await app.containers(source)
    server.seen.length = 0
    for (const [name, field] of [
      ['orders_*.csv', 'note'],
      ['people_*.parquet', 'name'],
    ] as const) {
      const saved = (check: object) =>
        app.ask('POST', '/api/quality-checks', {
          container_id: containers.get(name),
          description: 'A check',
          status: 'Active',
          fields: [field],
          ...check,
        })
      const good = [
        { rule: 'matchesPattern', properties: { pattern: '^[a-z]+$' } },
        { rule: 'satisfiesExpression', fields: [], properties: { expression: `length(${field}) < 50` } },
        { rule: 'notNull', filter: `${field} <> 'b'` },
      ]
      for (const check of good) {
        const { status, body } = await saved(check)
        assert.equal(status, 201, JSON.stringify(body))
      }
      const bad = [
        { rule: 'matchesPattern', properties: { pattern: '(' } },
        { rule: 'notNull', filter: `no_such_field > 5` },
        { rule: 'notNull', filter: `extract(year from ${field}) = 5` },
      ]
      for (const check of bad) assert.equal((await saved(check)).status, 422, JSON.stringify(check))
    }
    assert.deepEqual(
      server.seen.filter(({ kind }) => kind === 'get').map(({ key }) => key),
      [],
    )
  } finally {
    await app.close()
    await server.close()
  }
})
