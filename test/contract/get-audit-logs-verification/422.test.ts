import assert from 'node:assert/strict'
import { test } from 'node:test'
import { assertRefused, describeContract, places } from '../../harness/contract.ts'

describeContract('GET /audit-logs/verification refuses half of a known entry', (app) => {
  for (const [given, missing] of [
    ['known_id=5', 'known_hash'],
    [`known_hash=${'a'.repeat(64)}`, 'known_id'],
  ] as const) {
    test(`${given.split('=')[0]} alone would say that the log is whole without comparing anything`, async () => {
      const ask = () => app.ask('GET', `/api/audit-logs/verification?${given}`)
      assert.deepEqual(places(await assertRefused(app, ask, 422, 'invalid')), [`query.${missing}`])
    })
  }
})
