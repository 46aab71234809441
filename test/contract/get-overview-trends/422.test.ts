import { test } from 'node:test'
import assert from 'node:assert/strict'
import { assertRefused, describeContract, places } from '../../harness/contract.ts'

describeContract('422 of GET /overview/trends', (app) => {
  for (const [query, place] of [
    ['start_date=2026-03-02&end_date=2026-03-01', 'query.start_date'],
    ['start_date=2025-01-01&end_date=2026-03-01', 'query.start_date'],
    ['start_date=yesterday', 'query.start_date'],
    ['timeframe=century', 'query.timeframe'],
    ['offset=5000', 'query.offset'],
  ] as const) {
    test(query, async () => {
      const answer = await assertRefused(
        app,
        () => app.ask('GET', `/api/overview/trends?${query}`),
        422,
        'invalid',
      )
      assert.deepEqual(places(answer), [place])
    })
  }
})
