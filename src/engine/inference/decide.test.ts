import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { Inference } from '../../inferences/inference.ts'
import { decide } from './decide.ts'
import type { Tested } from './test-checks.ts'

const inference: Inference = {
  name: 'not-null',
  rule_type: 'notNull',
  level: 1,
  description: 'Every value is there.',
  shows_values: false,
  may_have_exceptions: true,
  propose: () => [],
}
const rows = (asserted: number, anomalous: number): Tested => ({
  asserted,
  anomalous,
  failed: anomalous > 0,
})
const decided = (trial: Tested | undefined, all: Tested, coverage = 1) =>
  decide(
    inference,
    { fields: ['name'], trial: {}, coverage, because: 'it is there', description: 'is there' },
    trial,
    all,
  )

describe('what becomes of a candidate', () => {
  test('a check where no row is against it, neither of those held out nor of all', () => {
    assert.equal(
      decided(rows(400, 0), rows(1000, 0))?.reason,
      'It is there; it held in all 400 rows that were held out to test it.',
    )
    assert.equal(decided(rows(400, 1), rows(1000, 0)), null)
  })

  test('a check with exceptions where one in a hundred rows is against it, of those held out as of all', () => {
    assert.equal(decided(rows(400, 4), rows(1000, 10))?.exceptions, 10)
    assert.equal(decided(rows(400, 5), rows(1000, 10)), null)
    assert.equal(decided(rows(400, 4), rows(1000, 11)), null)
  })

  test('nothing where fewer than ten rows were held out', () => {
    assert.equal(decided(rows(9, 0), rows(1000, 0)), null)
    assert.equal(decided(rows(10, 0), rows(1000, 0))?.held_out_rows, 10)
  })

  test('a check with a share where both keep to it', () => {
    assert.equal(decided(rows(100, 25), rows(1000, 250), 0.75)?.coverage, 0.75)
    assert.equal(decided(rows(100, 26), rows(1000, 250), 0.75), null)
    assert.equal(decided(rows(100, 25), rows(1000, 251), 0.75), null)
  })

  test('what is not judged row by row holds or does not', () => {
    assert.equal(decided(undefined, rows(1000, 0))?.reason, 'It is there; it holds over all 1,000 rows.')
    assert.equal(decided(undefined, { asserted: 0, anomalous: null, failed: false })?.rows, 0)
    assert.equal(decided(undefined, { asserted: 1000, anomalous: null, failed: true }), null)
  })
})
