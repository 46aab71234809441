import assert from 'node:assert/strict'
import { test } from 'node:test'
import { retryAfterSeconds } from './retry-after.ts'

const noon = 'Sat, 28 Nov 2026 12:00:00 GMT'

test('an answer asks to be left alone for seconds, or until a moment of its own clock', () => {
  for (const [after, seconds] of [
    ['7', 7],
    [' 0 ', 0],
    ['Sat, 28 Nov 2026 12:01:30 GMT', 90],
    ['Sat, 28 Nov 2026 11:00:00 GMT', 0],
    ['soon', null],
    ['-1', null],
    ['', null],
  ] as const)
    assert.equal(retryAfterSeconds({ 'retry-after': after, date: noon }), seconds, after)
})

test('an answer that names a moment and not its own time does not say for how long', () => {
  assert.equal(retryAfterSeconds({ 'retry-after': noon }), null)
  assert.equal(retryAfterSeconds({}), null)
})
