import assert from 'node:assert/strict'
import { test } from 'node:test'
import { groupByPattern } from './file-patterns.ts'

test('a folder of many files is grouped by looking at each name a few times', (t) => {
  const names = Array.from({ length: 500 }, (_, day) => `day-${1000 + day}.csv`)
  const looks = t.mock.method(String.prototype, 'match')
  const groups = groupByPattern(names)
  assert.deepEqual([...groups], [['day-*.csv', names]])
  assert.ok(looks.mock.callCount() <= 2 * names.length, `${looks.mock.callCount()} looks`)
})
