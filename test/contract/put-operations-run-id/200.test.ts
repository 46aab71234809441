import assert from 'node:assert/strict'
import { test } from 'node:test'
import { describeRuns, finish, makePrices, type ShownScan } from '../../harness/runs.ts'

describeRuns('PUT /operations/run/{id} resumes a run', (app) => {
  const resume = (id: number, query = '') => app.ask('PUT', `/api/operations/run/${id}${query}`)
  const scans = async (id: number) => {
    const { body } = await app.ask('GET', `/api/operations/${id}`)
    return new Map<string, ShownScan>(
      body.container_scans.map((scan: ShownScan) => [scan.container.name, scan]),
    )
  }

  test('that was aborted: only what is not done is done', async () => {
    const source = await makePrices(app)
    const id = await app.trigger(source, { type: 'scan' })
    assert.deepEqual([await app.step(), await app.step()], ['plan', 'container'])
    await app.ask('PUT', `/api/operations/abort/${id}`)
    const before = await scans(id)
    const { body: aborted } = await app.ask('GET', `/api/operations/${id}`)
    const { status, body } = await resume(id)
    assert.equal(status, 200)
    assert.ok(body.dispatched > aborted.end_time && aborted.end_time > aborted.dispatched)
    assert.equal(body.created, aborted.created)
    assert.ok(['queued', 'running'].includes(body.result))
    assert.equal(body.end_time, null)
    await finish(app)
    const after = await scans(id)
    assert.deepEqual(after.get('a.csv'), before.get('a.csv'))
    assert.equal(after.get('b.csv')?.result, 'success')
    const { result, status: counts } = await app.ended(id)
    assert.deepEqual(
      [result, counts.containers_analyzed, counts.records_processed, counts.anomalies_identified],
      ['success', 2, 4, 1],
    )
  })

  test('that failed, once its source is mended', async () => {
    const source = await makePrices(app)
    source.remove('b.csv')
    const id = await app.trigger(source, { type: 'scan' })
    await finish(app)
    const failed = await app.ended(id)
    assert.equal(failed.result, 'failure')
    assert.match(failed.message, /^1 of 2 containers failed\. "b\.csv"/)
    source.write({ 'b.csv': 'id,price\n1,-1\n' })
    assert.equal((await resume(id)).status, 200)
    await finish(app)
    const { result, message, status } = await app.ended(id)
    assert.deepEqual([result, message, status.containers_analyzed], ['success', null, 2])
  })

  test('that is still going, after aborting it, when that is asked for', async () => {
    const source = await makePrices(app)
    const id = await app.trigger(source, { type: 'scan' })
    assert.equal((await resume(id, '?force_abort=true')).status, 200)
    await finish(app)
    assert.equal((await app.ended(id)).result, 'success')
  })
})
