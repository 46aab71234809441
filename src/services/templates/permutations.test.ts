import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { ServiceError } from '../../kernel/errors.ts'
import { hasEach, permutationsOf } from './permutations.ts'

const filters = (filter: string | null) => permutationsOf(filter).map((one) => one.filter)

describe('the filters that a filter stands for', () => {
  test('it alone, where it has no each', () => {
    for (const filter of [null, "region = 'each(1)'", 'reach(1) > 0', 'each > 1', '"each"(1) = 2']) {
      assert.deepEqual(permutationsOf(filter), [{ filter, values: null }])
      assert.equal(hasEach(filter), false)
    }
  })

  test('it alone, where a text or name ends as only its own engine knows', () => {
    for (const filter of [
      String.raw`note = 'it\'s'`,
      "note = $$it's$$",
      "`it's` = 1",
      String.raw`note = 'each (one\'s)'`,
    ])
      assert.equal(hasEach(filter), false, filter)
    assert.deepEqual(filters(String.raw`note = 'it\'s'`), [String.raw`note = 'it\'s'`])
  })

  test('one for each constant, once', () => {
    assert.deepEqual(permutationsOf("region = each('A', 'O''Hare','A') and x"), [
      { filter: "region = 'A' and x", values: ["'A'"] },
      { filter: "region = 'O''Hare' and x", values: ["'O''Hare'"] },
    ])
    assert.deepEqual(filters('x = EACH (-1, 2.50 , 3)'), ['x = -1', 'x = 2.50', 'x = 3'])
  })

  test('every combination of several lists', () => {
    assert.deepEqual(filters("a = each(1, 2) and b = each('x', 'y')"), [
      "a = 1 and b = 'x'",
      "a = 1 and b = 'y'",
      "a = 2 and b = 'x'",
      "a = 2 and b = 'y'",
    ])
  })

  test('none of what is no list of constants, or is too many', () => {
    const many = `each(${Array.from({ length: 32 }, (_, value) => value).join(',')})`
    for (const filter of [
      'x = each()',
      'x = each(y)',
      "x = each('a' 'b')",
      'x = each(1,',
      `a = ${many} and b = ${many}`,
    ]) {
      assert.throws(() => permutationsOf(filter), ServiceError, filter)
    }
  })
})
