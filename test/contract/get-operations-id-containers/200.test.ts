import assert from 'node:assert/strict'
import { test } from 'node:test'
import { describeRuns, finish, makePrices, scanned, type ShownScan } from '../../harness/runs.ts'

describeRuns('GET /operations/{id}/containers', (app) => {
  test('has what a scan did with each container, by name, and finds some by a part of it', async () => {
    const source = await makePrices(app)
    source.remove('b.csv')
    const { id } = await scanned(app, source)
    const { body } = await app.ask('GET', `/api/operations/${id}/containers`)
    assert.equal(body.total, 2)
    assert.deepEqual(
      body.items.map(({ container, result, anomaly_count }: ShownScan) => [
        container.name,
        result,
        anomaly_count,
      ]),
      [
        ['a.csv', 'success', 1],
        ['b.csv', 'failure', 0],
      ],
    )
    assert.equal(body.items[0].message, null)
    const [first] = body.items
    assert.deepEqual([first.operation_id, first.open_anomaly_count, first.archived_anomaly_count], [id, 1, 0])
    assert.match(first.created, /^\d{4}-/)
    const [anomaly] = (await app.ask('GET', '/api/anomalies')).body.items
    await app.ask('DELETE', `/api/anomalies/${anomaly.id}?status=Invalid`)
    const [after] = (await app.ask('GET', `/api/operations/${id}/containers`)).body.items
    assert.deepEqual([after.anomaly_count, after.open_anomaly_count, after.archived_anomaly_count], [1, 0, 1])
    assert.match(body.items[1].message, /b\.csv/)
    const found = await app.ask('GET', `/api/operations/${id}/containers?search=B`)
    assert.equal(found.body.total, 1)
  })

  test('has those of a sync too', async () => {
    const id = await app.trigger(await makePrices(app), { type: 'sync' })
    await finish(app)
    const { body } = await app.ask('GET', `/api/operations/${id}/containers`)
    assert.deepEqual(
      body.items.map(({ container }: ShownScan) => container.name),
      ['a.csv', 'b.csv'],
    )
  })
})
