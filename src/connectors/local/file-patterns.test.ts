import assert from 'node:assert/strict'
import { test } from 'node:test'
import { assert as assertAll, array, constantFrom, property } from 'fast-check'
import { groupByPattern, matchGlob } from './file-patterns.ts'

test('a folder of many files is grouped by looking at each name a few times', (t) => {
  const names = Array.from({ length: 500 }, (_, day) => `day-${1000 + day}.csv`)
  const looks = t.mock.method(String.prototype, 'match')
  const groups = groupByPattern(names)
  assert.deepEqual([...groups], [['day-*.csv', names]])
  assert.ok(looks.mock.callCount() <= 2 * names.length, `${looks.mock.callCount()} looks`)
})

const matches = (pattern: string, name: string): boolean =>
  matchGlob({ name: null, pattern }, [name]).length === 1

test('a pattern of a person means what a regular expression of it would', () => {
  const said: Record<string, string> = { '**/': '(?:[^]*/)?', '**': '[^]*', '*': '[^/]*', '?': '[^/]' }
  const pieces = array(constantFrom('a', 'b', '/', '.', '*', '*', '**', '**/', '?'), { maxLength: 8 })
  const names = array(constantFrom('a', 'a', 'b', '/', '.'), { maxLength: 9 })
  assertAll(
    property(pieces, names, (some, letters) => {
      const [pattern, name] = [some.join(''), letters.join('')]
      const parts = pattern.match(/\*\*\/?|[^]/g) ?? []
      const whole = new RegExp(`^${parts.map((part) => said[part] ?? RegExp.escape(part)).join('')}$`, 'u')
      assert.equal(matches(pattern, name), whole.test(name), `${pattern} of ${name}`)
    }),
    { numRuns: 5000 },
  )
})

test('a pattern of many stars is compared in one walk over each name', () => {
  assert.equal(matches(`${'*a'.repeat(50)}b`, 'a'.repeat(250)), false)
  assert.equal(matches(`${'**/*a'.repeat(20)}b`, 'a/'.repeat(120)), false)
  assert.equal(matches('*a'.repeat(50), 'a'.repeat(250)), true)
})
