import assert from 'node:assert/strict'
import { test } from 'node:test'
import { describeRuns, makePrices, scanned } from '../harness/runs.ts'

describeRuns('a datastore beside what belongs to it', (app) => {
  test('tells its type and what kind of store it is, in every list but that of runs, and in every single thing', async () => {
    const source = await makePrices(app)
    const scan = await scanned(app, source)
    await app.ask('POST', '/api/operations/schedule', {
      type: 'scan',
      datastore_id: source.datastore_id,
      crontab: '0 2 * * *',
    })
    const { body: datastore } = await app.ask('GET', `/api/datastores/${source.datastore_id}`)
    const { id, name } = datastore
    const expected = { id, name, type: 'local', store_type: 'dfs' }
    const lists = [
      '/api/anomalies',
      '/api/quality-checks',
      '/api/container-scans',
      '/api/fields',
      '/api/operations/schedule',
    ]
    for (const list of lists) {
      const { body } = await app.ask('GET', list)
      assert.ok(body.items.length > 0, list)
      const shown = body.items.map((item: { datastore: unknown }) => item.datastore)
      assert.deepEqual([list, ...new Set(shown.map(JSON.stringify))], [list, JSON.stringify(expected)])
    }
    const single = await app.ask('GET', `/api/container-scans/${scan.container_scans[0].id}`)
    assert.deepEqual(single.body.datastore, expected)
  })
})
