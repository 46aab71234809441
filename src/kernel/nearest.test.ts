import assert from 'node:assert/strict'
import { test } from 'node:test'
import { lettersBetween, nearest } from './nearest.ts'

test('letters are counted that are inserted, deleted or exchanged, whole characters each', () => {
  assert.equal(lettersBetween('', ''), 0)
  assert.equal(lettersBetween('kitten', 'sitting'), 3)
  assert.equal(lettersBetween('', 'abc'), 3)
  assert.equal(lettersBetween('abc', ''), 3)
  assert.equal(lettersBetween('smile 🙂', 'smile'), 2)
  assert.equal(lettersBetween('smile', 'smile 🙂'), 2)
})

test('the nearest name is that with the fewest of them, in whatever letter case', () => {
  assert.equal(nearest('NOTNUL', ['unique', 'notNull', '🙂']), 'notNull')
  assert.equal(nearest('anything', []), null)
})
