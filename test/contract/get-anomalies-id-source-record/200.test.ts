import assert from 'node:assert/strict'
import { test } from 'node:test'
import { describeRuns, makePrices, scanned } from '../../harness/runs.ts'

describeRuns('GET /anomalies/{id}/source-record', (app) => {
  test('has the rows as JSON text, when they were recorded, and how many there are', async () => {
    const rows = Array.from({ length: 12 }, (_, id) => `${id},-1`).join('\n')
    const source = await app.source({ 'a.csv': `id,price\n${rows}\n` })
    await app.check(source, 'a.csv', { rule: 'notNegative', fields: ['price'] })
    await scanned(app, source, { enrichment_source_record_limit: 4 })
    const { body: page } = await app.ask('GET', '/api/anomalies')
    const [anomaly] = page.items
    assert.deepEqual([page.total, anomaly.type, anomaly.anomalous_records_count], [1, 'shape', 12])
    const path = `/api/anomalies/${anomaly.id}/source-record`
    const { body } = await app.ask('GET', path)
    assert.equal(
      body.source_record,
      '[{"id":0,"price":-1},{"id":1,"price":-1},{"id":2,"price":-1},{"id":3,"price":-1}]',
    )
    assert.deepEqual([body.total, body.created], [4, anomaly.last_detected])
    const { body: one } = await app.ask('GET', `${path}?limit=1`)
    assert.deepEqual([JSON.parse(one.source_record).length, one.total], [1, 4])
  })

  test('masks masked fields, which an Editor may reveal and a Viewer may not', async () => {
    const source = await makePrices(app)
    await app.environment.store.pool.query(
      `update fields set status = 'masked' where name = 'price' and container_id = $1`,
      [(await app.containers(source)).get('a.csv')],
    )
    await scanned(app, source)
    const { body } = await app.ask('GET', `/api/anomalies?datastore=${source.datastore_id}`)
    assert.match(body.items[0].message, /`<masked>`/)
    const path = `/api/anomalies/${body.items[0].id}/source-record`
    const viewer = await app.user('Member', { Viewer: [source.datastore_id] })
    const editor = await app.user('Member', { Editor: [source.datastore_id] })
    const seen = async (query: string, token: string) =>
      (await app.ask('GET', `${path}${query}`, undefined, token)).body.source_record
    assert.equal(await seen('', viewer), '[{"id":1,"price":"***MASKED***"}]')
    assert.equal(await seen('?include_masked=true', editor), '[{"id":1,"price":-5}]')
    assert.equal((await app.ask('GET', `${path}?include_masked=true`, undefined, viewer)).status, 403)
    const reporter = await app.user('Member', { Reporter: [source.datastore_id] })
    assert.equal((await app.ask('GET', path, undefined, reporter)).status, 403)
  })
})
