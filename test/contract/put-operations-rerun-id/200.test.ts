import assert from 'node:assert/strict'
import { test } from 'node:test'
import { describeRuns, finish, makePrices, scanned } from '../../harness/runs.ts'

describeRuns('PUT /operations/rerun/{id} starts a new run', (app) => {
  test('with the configuration of the first, over every container again', async () => {
    const source = await makePrices(app)
    const configuration = {
      name: 'Prices',
      container_names: ['a.csv'],
      remediation: 'none',
      incremental: false,
      auto_resolve_passed_anomalies: false,
      max_records_analyzed_per_partition: 1,
      enrichment_source_record_limit: 2,
      high_count_rollup_threshold: 3,
      check_variables: { limit: '7' },
    }
    const first = await scanned(app, source, configuration)
    const { status, body } = await app.ask('PUT', `/api/operations/rerun/${first.id}`)
    assert.equal(status, 200)
    assert.notEqual(body.id, first.id)
    assert.ok(body.created > first.created)
    assert.deepEqual([body.result, body.schedule], ['queued', null])
    assert.deepEqual(
      Object.fromEntries(Object.keys(configuration).map((member) => [member, body[member]])),
      configuration,
    )
    await finish(app)
    const second = await app.ended(body.id)
    assert.deepEqual(second.status, first.status)
    assert.equal(second.containers.length, 1)
    assert.deepEqual((await app.ended(first.id)).container_scans, first.container_scans)
  })

  test('from one that was aborted, and from a sync', async () => {
    const source = await makePrices(app)
    for (const type of ['scan', 'sync']) {
      const id = await app.trigger(source, { type })
      await app.ask('PUT', `/api/operations/abort/${id}`)
      const { body } = await app.ask('PUT', `/api/operations/rerun/${id}`)
      await finish(app)
      assert.equal((await app.ended(body.id)).result, 'success')
    }
  })
})
