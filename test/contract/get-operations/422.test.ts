import assert from 'node:assert/strict'
import { test } from 'node:test'
import { assertRefused, describeContract, places } from '../../harness/contract.ts'

describeContract('GET /operations refuses filters that mean nothing', (app) => {
  for (const [member, value] of [
    ['operation_type', 'catalog'],
    ['result', 'lost'],
    ['created_date', 'yesterday'],
    ['created_date', '0000-01-01'],
    ['finished', 'perhaps'],
    ['datastore', 'mine'],
    ['sort_duration', 'up'],
    ['sort_created', 'newest'],
    ['start_date', '2026-02-30'],
    ['end_date', '1 March'],
    ['container', 'all'],
    ['schedule_id', 'x'],
    ['id', 'x'],
    ['has_logs', '2'],
    ['offset', 'CET'],
    ['page', '0'],
    ['size', '1001'],
  ]) {
    test(`${member}=${value}`, async () => {
      const ask = () => app.ask('GET', `/api/operations?${member}=${value}`)
      const answer = await assertRefused(app, ask, 422, 'invalid')
      assert.equal(places(answer).length, 1)
      assert.match(places(answer)[0] ?? '', new RegExp(`^query\\.${member}`))
    })
  }
})
