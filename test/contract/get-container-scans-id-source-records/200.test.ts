import assert from 'node:assert/strict'
import { test } from 'node:test'
import { assertRefused } from '../../harness/contract.ts'
import { maskField } from '../../harness/factories.ts'
import { describeRuns, scanned } from '../../harness/runs.ts'

describeRuns('GET /container-scans/{id}/source-records', (app) => {
  test('has the fields, and each row once with the anomalies that it belongs to', async () => {
    // The third row stands in two anomalies: its own, and the one of the doubled name.
    const source = await app.source({ 'a.csv': 'name,price\nAnn,1\nBob,2\nAnn,-3\n' })
    await app.check(source, 'a.csv', { rule: 'notNegative', fields: ['price'] })
    await app.check(source, 'a.csv', { rule: 'unique', fields: ['name'] })
    const { container_scans } = await scanned(app, source)
    const path = `/api/container-scans/${container_scans[0].id}/source-records`
    const { status, body } = await app.ask('GET', path)
    assert.equal(status, 200)
    assert.deepEqual(body.fields, [
      { name: 'name', type: 'String', masked: false },
      { name: 'price', type: 'Integral', masked: false },
    ])
    const rows = new Map<number, number>(
      body.items.map(({ record, anomaly_ids }: { record: { price: number }; anomaly_ids: number[] }) => [
        record.price,
        anomaly_ids.length,
      ]),
    )
    assert.deepEqual(rows, new Map([...rows.keys()].map((price) => [price, price === -3 ? 2 : 1])))
    assert.deepEqual([...rows.keys()].sort(), [-3, 1])
    const { body: one } = await app.ask('GET', `${path}?limit=1`)
    assert.deepEqual([one.items.length, one.total, body.total], [1, 2, 2])
    const served = new Set<string>()
    const { body: page } = await app.ask('GET', `/api/anomalies?container_scan=${container_scans[0].id}`)
    for (const { id } of page.items) {
      const { body: own } = await app.ask('GET', `/api/anomalies/${id}/source-record`)
      for (const record of JSON.parse(own.source_record)) served.add(JSON.stringify(record))
    }
    const texts = body.items.map(({ record }: { record: object }) => JSON.stringify(record))
    assert.deepEqual(texts.sort(), [...served].sort())
  })

  test('has at most ten rows unless a limit says otherwise', async () => {
    const rows = Array.from({ length: 12 }, (_, id) => `${id},-1`).join('\n')
    const source = await app.source({ 'many.csv': `id,price\n${rows}\n` })
    await app.check(source, 'many.csv', { rule: 'notNegative', fields: ['price'] })
    const { container_scans } = await scanned(app, source, { enrichment_source_record_limit: 100 })
    const path = `/api/container-scans/${container_scans[0].id}/source-records`
    const counts = []
    for (const query of ['', '?limit=11', '?limit=100', '?limit=2000000000']) {
      const { body } = await app.ask('GET', `${path}${query}`)
      counts.push([body.items.length, body.total])
    }
    assert.deepEqual(counts, [
      [10, 12],
      [11, 12],
      [12, 12],
      [12, 12],
    ])
  })

  test('hides the values of masked fields unless an Editor asks for them', async () => {
    const source = await app.source({ 'a.csv': 'name,price\nAnn,-1\n' })
    await app.check(source, 'a.csv', { rule: 'notNegative', fields: ['price'] })
    await maskField(app, (await app.containers(source)).get('a.csv') ?? 0, 'name')
    const { container_scans } = await scanned(app, source)
    const path = `/api/container-scans/${container_scans[0].id}/source-records`
    const nameIn = async (query: string, token: string) =>
      (await app.ask('GET', `${path}${query}`, undefined, token)).body.items[0].record.name
    const viewer = await app.user('Member', { Viewer: [source.datastore_id] })
    const editor = await app.user('Member', { Editor: [source.datastore_id] })
    assert.equal(await nameIn('', viewer), '***MASKED***')
    assert.equal(await nameIn('?include_masked=false', editor), '***MASKED***')
    assert.equal(await nameIn('?include_masked=true', editor), 'Ann')
    const ask = () => app.ask('GET', `${path}?include_masked=true`, undefined, viewer)
    await assertRefused(app, ask, 403, 'forbidden')
  })
})
