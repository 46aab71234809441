import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { duration, relative } from '../../console/src/words/times.ts'

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

test('a time that something took is told in milliseconds where a tenth of a second says nothing', () => {
  const from = '2026-11-27T12:00:00.000Z'
  const after = (milliseconds: number) => new Date(Date.parse(from) + milliseconds).toISOString()
  const told = [0, 4, 99, 100, 9_940, 89_000, 90_000, 7_260_000].map((one) => duration(from, after(one)))
  assert.deepEqual(told, ['0 ms', '4 ms', '99 ms', '0.1 s', '9.9 s', '89 s', '1 min 30 s', '2 h 1 min'])
})
