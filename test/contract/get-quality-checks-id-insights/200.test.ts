import assert from 'node:assert/strict'
import { test } from 'node:test'
import { assertRefused, places } from '../../harness/contract.ts'
import { makeCheck } from '../../harness/factories.ts'
import { describeRuns, scanned } from '../../harness/runs.ts'

describeRuns('GET /quality-checks/{id}/insights', (app) => {
  test('tells of each day the last run in full and the totals of all', async () => {
    const source = await app.source({ 'a.csv': 'id,price\n1,-5\n2,7\n' })
    const check = await app.check(source, 'a.csv', { rule: 'notNegative', fields: ['price'] })
    const early = await scanned(app, source)
    await app.environment.store.pool.query(
      `update operation_containers set start_time = start_time - interval '2 days' where operation_id = $1`,
      [early.id],
    )
    await scanned(app, source)
    source.write({ 'a.csv': 'id,price\n1,5\n2,7\n3,9\n' })
    const last = await scanned(app, source)
    const path = `/api/quality-checks/${check}/insights`
    const { status, body } = await app.ask('GET', path)
    assert.equal(status, 200)
    assert.equal(body.timeframe, 'month')
    assert.equal(body.end_date, body.generated_at.slice(0, 10))
    const [first, today, ...others] = body.daily_assertion_measured
    assert.deepEqual(others, [])
    assert.deepEqual(
      [first.latest_scan_id, first.latest_assertion_result, first.total_scans, first.total_anomalous_records],
      [early.id, 'failed', 1, 1],
    )
    assert.deepEqual(
      [today.latest_scan_id, today.latest_container_scan_id, today.latest_assertion_result],
      [last.id, last.container_scans[0].id, 'passed'],
    )
    assert.equal(today.latest_container_scan_start_time, last.container_scans[0].start_time)
    assert.deepEqual([today.latest_asserted_records, today.latest_anomalous_records], [3, 0])
    assert.deepEqual(
      [today.total_scans, today.total_asserted_records, today.total_anomalous_records],
      [2, 5, 1],
    )
    const day = await app.ask('GET', `${path}?start_date=${first.date}&end_date=${first.date}`)
    assert.deepEqual([day.body.timeframe, day.body.daily_assertion_measured], [null, [first]])
    const { body: week } = await app.ask('GET', `${path}?timeframe=week`)
    assert.deepEqual([week.timeframe, week.daily_assertion_measured.length], ['week', 2])
    const refused = await assertRefused(
      app,
      () => app.ask('GET', `${path}?start_date=2026-02-01&end_date=2026-01-01`),
      422,
      'invalid',
    )
    assert.deepEqual(places(refused), ['query.start_date'])
  })

  test('a check that was never evaluated has no days; its measurements are on the check itself', async () => {
    const source = await app.source({ 'b.csv': 'id,total\n1,10\n' })
    const container = (await app.containers(source)).get('b.csv') ?? 0
    const check = await makeCheck(app, container, {
      rule: 'metric',
      fields: ['total'],
      properties: { comparison: 'Absolute Change', max: 5 },
    })
    const read = async () => (await app.ask('GET', `/api/quality-checks/${check}`)).body
    const { body } = await app.ask('GET', `/api/quality-checks/${check}/insights`)
    assert.deepEqual([body.daily_assertion_measured, (await read()).measurements], [[], []])
    await scanned(app, source)
    source.write({ 'b.csv': 'id,total\n1,30\n' })
    await scanned(app, source)
    const values = (await read()).measurements.map(({ value }: { value: number }) => value)
    assert.deepEqual(values, [30, 10])
    const field = (await app.ask('GET', `/api/containers/${container}/fields`)).body.find(
      ({ name }: { name: string }) => name === 'total',
    )
    await app.ask('PATCH', '/api/fields', [{ id: field.id, status: 'masked' }])
    assert.deepEqual((await read()).measurements, [], 'those of a masked field are not shown')
  })
})
