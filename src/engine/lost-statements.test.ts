import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { PreparedCheck, ScanRequest } from './check.ts'
import { givenUp, isSuspected } from './lost-statements.ts'

const check = (id: number, rule_type: string, properties: object = {}): PreparedCheck =>
  ({ check: { id, rule_type, properties }, filter: null }) as unknown as PreparedCheck
const written = check(1, 'satisfiesExpression', { expression: 'x > 1' })
const beside = check(2, 'satisfiesExpression', { expression: 'x > 2' })
const own = check(3, 'notNull')

const after = (...lost: [unit: number, checks: number[]][]): ScanRequest =>
  ({
    lost_statements: lost.map(([unit_id, check_ids]) => ({ unit_id, check_ids })),
  }) as unknown as ScanRequest

test('a check whose SQL a person wrote is suspected after one lost statement, and given up after two of the same unit', () => {
  assert.equal(isSuspected(after(), written), false)
  const once = after([7, [1, 2, 3]])
  assert.deepEqual([isSuspected(once, written), givenUp(once, written)], [true, null])
  assert.match(
    givenUp(after([7, [1, 2, 3]], [7, [1]]), written)?.reason ?? '',
    /lost 2 times while it evaluated this check, so it was not asked again:/,
  )
  assert.match(
    givenUp(after([7, [1, 2, 3]], [7, [1, 2]]), written)?.reason ?? '',
    /, the last time beside check 2, so/,
  )
})

test('a check of which only the statements of several units were lost is tried once more by each', () => {
  const both = after([7, [1]], [8, [1, 2]])
  assert.deepEqual([givenUp(both, written), givenUp(both, beside)], [null, null])
})

test('a check without SQL of a person is neither suspected nor given up', () => {
  const often = after([7, [3]], [7, [3]], [7, [3]])
  assert.deepEqual([isSuspected(often, own), givenUp(often, own)], [false, null])
})
