import assert from 'node:assert/strict'
import { test } from 'node:test'
import { describeRuns, scanned } from '../harness/runs.ts'

const total = (value: string) => ({ 'totals.csv': `day,total\nmon,${value}\n` })

describeRuns('a metric beyond what floating numbers hold', (app) => {
  test('notices a change of one between two scans', async () => {
    const source = await app.source(total('9007199254740992'))
    const metric = { rule: 'metric', fields: ['total'] }
    const properties = { comparison: 'Absolute Change', min: 0, max: 0 }
    await app.check(source, 'totals.csv', { ...metric, properties })
    assert.equal((await scanned(app, source)).status.anomalies_identified, 0)
    source.write(total('9007199254740993'))
    const { id, status } = await scanned(app, source)
    assert.equal(status.anomalies_identified, 1)
    const { body } = await app.ask('GET', `/api/anomalies?operation=${id}`)
    assert.match(
      body.items[0].failed_checks[0].message,
      /changed from 9007199254740992 to 9007199254740993, by 1, which is not between 0 and 0\./,
    )
  })

  test('keeps the digits of its bounds, and fails the value beside one', async () => {
    const source = await app.source(total('9007199254740993'))
    const id = await app.check(source, 'totals.csv', {
      rule: 'metric',
      fields: ['total'],
      properties: { comparison: 'Absolute Value', min: 0, max: '9007199254740992' },
    })
    const { body } = await app.ask('GET', `/api/quality-checks/${id}`)
    assert.equal(body.properties.max, '9007199254740992')
    assert.equal((await scanned(app, source)).status.anomalies_identified, 1)
  })
})
