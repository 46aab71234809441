import assert from 'node:assert/strict'
import { test } from 'node:test'
import { describeRuns, makePrices, type ShownScan } from '../../harness/runs.ts'

describeRuns('PUT /operations/abort/{id} ends a run at once', (app) => {
  const abort = (id: number) => app.ask('PUT', `/api/operations/abort/${id}`)

  test('that is queued: nothing of it is ever done', async () => {
    const source = await makePrices(app)
    const id = await app.trigger(source, { type: 'scan' })
    const { status, body } = await abort(id)
    assert.deepEqual([status, body.id, body.result, body.start_time], [200, id, 'aborted', null])
    assert.ok(body.end_time)
    assert.equal(await app.step(), null)
  })

  test('that is running: what was done stays, and the rest is marked', async () => {
    const source = await makePrices(app)
    const id = await app.trigger(source, { type: 'scan' })
    assert.deepEqual([await app.step(), await app.step()], ['plan', 'container'])
    const { body } = await abort(id)
    assert.deepEqual([body.result, body.status.containers_analyzed], ['aborted', 1])
    assert.deepEqual(
      body.container_scans.map(({ container, result, anomaly_count }: ShownScan) => [
        container.name,
        result,
        anomaly_count,
      ]),
      [
        ['a.csv', 'success', 1],
        ['b.csv', 'aborted', 0],
      ],
    )
    assert.equal(await app.step(), null)
  })
})
