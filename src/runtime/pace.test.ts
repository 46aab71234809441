import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createPace } from './pace.ts'

const container = { datastore_id: 1, kind: 'container' }

/** How many companions the next unit of a datastore gets, after units that took so many milliseconds each time. */
function companionsAfter(...milliseconds: number[]): number {
  const pace = createPace()
  for (const taken of milliseconds) pace.note(container, pace.companions(container) + 1, taken)
  return pace.companions(container)
}

test('units are taken one by one until they turn out to be short', () => {
  assert.equal(companionsAfter(), 0)
  assert.equal(companionsAfter(6000), 0)
  assert.equal(companionsAfter(200), 3)
  assert.equal(companionsAfter(200, 200), 15)
})

test('a unit alone that may have waited for its source gets company once, and again only after short ones', () => {
  assert.equal(companionsAfter(2000), 3)
  assert.equal(companionsAfter(2000, 200), 15)
  assert.equal(companionsAfter(2000, 4000), 0)
  assert.equal(companionsAfter(2000, 4000, 2000), 0)
  assert.equal(companionsAfter(2000, 4000, 200, 4000, 2000), 3)
})

test('never so many are taken that their end is one huge statement', () => {
  assert.equal(companionsAfter(...Array.from({ length: 9 }, () => 1)), 399)
})

test('no more are taken than fit into a second, as long as the last ones took', () => {
  assert.equal(companionsAfter(100, 500), 7)
  assert.equal(companionsAfter(100, 500, 800), 9)
  assert.equal(companionsAfter(100, 500, 999), 7)
})

test('fewer are taken once they take long, and no fewer than one', () => {
  assert.equal(companionsAfter(200, 200, 1500), 15)
  assert.equal(companionsAfter(200, 200, 5000), 3)
  assert.equal(companionsAfter(5000, 5000), 0)
})

test('what is known of a datastore and a kind says nothing of others', () => {
  const pace = createPace()
  pace.note(container, 1, 10)
  assert.equal(pace.companions({ ...container, datastore_id: 2 }), 0)
  assert.equal(pace.companions({ ...container, kind: 'plan' }), 0)
})
