import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { linesOfAll, pagesBetween, placeAt } from '../../console/src/tables/parts.ts'

describe('a list in groups, of which some are open', () => {
  const parts = [
    { count: 3, isOpen: false },
    { count: 2, isOpen: true },
    { count: 0, isOpen: true },
    { count: 250, isOpen: true },
  ]

  test('has a line for each head, and one for each row of those that are open', () => {
    assert.equal(linesOfAll(parts), 4 + 2 + 250)
    const places = Array.from({ length: 7 }, (_, index) => placeAt(parts, index))
    assert.deepEqual(places, [
      { part: 0, row: null },
      { part: 1, row: null },
      { part: 1, row: 0 },
      { part: 1, row: 1 },
      { part: 2, row: null },
      { part: 3, row: null },
      { part: 3, row: 0 },
    ])
    assert.deepEqual(placeAt(parts, 255), { part: 3, row: 249 })
    assert.equal(placeAt(parts, 256), null)
    assert.equal(placeAt(parts, -1), null)
  })

  test('has the pages read of which a row is looked at, and no others', () => {
    assert.deepEqual(pagesBetween(parts, [0, 1], 100), [])
    assert.deepEqual(pagesBetween(parts, [0, 2], 100), [{ part: 1, page: 1 }])
    assert.deepEqual(pagesBetween(parts, [3, 6], 100), [
      { part: 1, page: 1 },
      { part: 3, page: 1 },
    ])
    assert.deepEqual(pagesBetween(parts, [105, 106], 100), [
      { part: 3, page: 1 },
      { part: 3, page: 2 },
    ])
    assert.deepEqual(pagesBetween(parts, [255, 400], 100), [{ part: 3, page: 3 }])
  })
})
