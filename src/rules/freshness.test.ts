import assert from 'node:assert/strict'
import { test } from 'node:test'
import { hold } from '../kernel/held.ts'
import freshness from './freshness.rule.ts'
import { validateCheck } from './validate.ts'

test('an age is told in its two greatest units', () => {
  const definition = {
    rule_type: 'freshness',
    fields: [],
    coverage: 1,
    filter: null,
    properties: { value: 1 },
  }
  const { input } = validateCheck(definition, { name: 'orders', fields: [] }, '2026-01-01T00:00:00Z')
  const ages = [90_061_000, 180_000_000, 86_400_000, 61_000, 12]
  const told = ages.map((age) => /modified (.*) ago/.exec(freshness.judge(hold(age), [], input).says)?.[1])
  assert.deepEqual(told, ['1 day 1 h', '2 days 2 h', '1 day', '1 min 1 s', '12 ms'])
})
