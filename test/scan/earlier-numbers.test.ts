import assert from 'node:assert/strict'
import { test } from 'node:test'
import { describeRuns, scanned } from '../harness/runs.ts'

const totals = { 'totals.csv': 'day,total,tax\nmon,10,1\ntue,200,20\n' }
const rows = (count: number) => ({
  'rows.csv': `id\n${Array.from({ length: count }, (_, id) => `${id}\n`).join('')}`,
})

describeRuns('a change since earlier scans', (app) => {
  test('of a metric is one of the same number: another filter or field begins anew, other bounds do not', async () => {
    const source = await app.source(totals)
    const check = await app.check(source, 'totals.csv', {
      rule: 'metric',
      fields: ['total'],
      filter: "day = 'mon'",
      properties: { comparison: 'Absolute Change', min: -1, max: 1 },
    })
    const found = async () => (await scanned(app, source)).status.anomalies_identified
    const change = (members: object) => app.ask('PUT', `/api/quality-checks/${check}`, members)
    assert.equal(await found(), 0)
    await change({ filter: "day = 'tue'" })
    assert.equal(await found(), 0)
    await change({ fields: ['tax'] })
    assert.equal(await found(), 0)
    source.write({ 'totals.csv': 'day,total,tax\nmon,10,1\ntue,200,25\n' })
    await change({ properties: { comparison: 'Absolute Change', min: -2, max: 2 }, description: 'Taxes' })
    assert.equal(await found(), 1)
    await change({ filter: "day = 'mon'", fields: ['total'] })
    source.write({ 'totals.csv': 'day,total,tax\nmon,19,1\ntue,200,25\n' })
    const { id, status } = await scanned(app, source)
    assert.equal(status.anomalies_identified, 1, 'what was measured so before counts again')
    const { body } = await app.ask('GET', `/api/anomalies?operation=${id}`)
    assert.match(body.items[0].failed_checks[0].message, /changed from 10 to 19, by 9/)
  })

  for (const [hours, anomalies] of [
    [25, 1],
    [31, 0],
  ] as const)
    test(`of volume: of a day, a scan ${hours} hours ago ${anomalies === 1 ? 'counts' : 'does not'}`, async () => {
      const source = await app.source(rows(2))
      await app.check(source, 'rows.csv', {
        rule: 'volumetric',
        properties: { comparison: 'Percentage Change', window_size: 1, min: -50, max: 50 },
      })
      await scanned(app, source)
      await app.environment.store.pool.query(
        `update operation_containers set start_time = start_time - $1 * interval '1 hour'`,
        [hours],
      )
      source.write(rows(10))
      assert.equal((await scanned(app, source)).status.anomalies_identified, anomalies)
    })
})
