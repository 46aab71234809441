import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { relative } from '../../console/src/words/times.ts'

/** Saturday morning. */
const now = Date.parse('2026-11-28T01:48:00Z')

const words: Readonly<Record<string, string>> = {
  '2026-11-30T01:30:00Z': 'in 1 day',
  '2026-11-30T01:48:00Z': 'in 2 days',
  '2026-11-26T02:00:00Z': '1 day ago',
  '2026-11-28T02:47:59Z': 'in 59 min.',
  '2026-11-28T01:48:00.400Z': 'now',
  '2025-11-28T01:48:00Z': '1 yr. ago',
}

describe('how long before or after now an instant is', () => {
  for (const [at, said] of Object.entries(words))
    test(`${at} is ${said}, in whole units and no words of the calendar`, () => {
      assert.equal(relative(at, now), said)
    })
})
