import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { InsightSeries } from '../../console/src/api/api.generated.ts'
import { openThen, pastOf } from '../../console/src/pages/overview/past.ts'
import { comparedWith } from '../../console/src/words/changes.ts'

describe('what the overview compares with', () => {
  test('a week is compared with the seven days before it, and neither day is counted twice', () => {
    assert.deepEqual(pastOf({ start_date: '2026-02-25', end_date: '2026-03-04' }), {
      day: '2026-02-25',
      words: '25 Feb',
      days: 7,
      since: { start_date: '2026-02-26' },
      before: { start_date: '2026-02-19', end_date: '2026-02-25' },
    })
  })

  test('a day of another year is told with it', () => {
    assert.equal(pastOf({ start_date: '2025-12-28', end_date: '2026-01-28' }).words, '28 Dec 2025')
  })

  test('what was open then is told by bands of weight', () => {
    const of = (band: string, value: number): InsightSeries => ({
      measure: 'anomalies_open',
      of: band,
      values: [value],
      query: null,
    })
    const opened: InsightSeries = { measure: 'anomalies_opened', of: '20+', values: [99], query: null }
    const series = [of('1-5', 1), of('6-11', 2), of('12-19', 4), of('20+', 8), opened]
    assert.equal(openThen({ series }), 15)
    assert.equal(openThen({ series }, 12), 12)
  })

  test('numbers are compared in words', () => {
    assert.equal(comparedWith(1200, 0), '1,200 more than')
    assert.equal(comparedWith(3, 5), '2 fewer than')
    assert.equal(comparedWith(5, 5), 'as many as')
  })
})
