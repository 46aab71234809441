import assert from 'node:assert/strict'
import { test } from 'node:test'
import { inspect } from 'node:util'
import { rules } from '../../rules/registry.ts'
import { validateCheck } from '../../rules/validate.ts'

const instant = '2026-01-31T12:00:00.000Z'

test('a rule whose condition is another one tomorrow says that it reads the clock', () => {
  let looked = 0
  for (const rule of rules.all()) {
    if (rule.family !== 'row') continue
    for (const { columns, given } of rule.examples) {
      const fields = Object.entries(columns).map(([name, type]) => ({
        name,
        type,
        native_type: type,
        nullable: true,
      }))
      const check = {
        id: 1,
        rule_type: rule.type,
        description: '',
        coverage: 1,
        filter: null,
        anomaly_message_field: null,
        ...given,
        properties: given.properties ?? {},
      }
      const conditionAt = (now: string): string =>
        inspect(rule.failing(validateCheck(check, { name: 't', fields, references: new Map() }, now).input), {
          depth: null,
        })
      looked += 1
      if (conditionAt(instant) !== conditionAt('2031-07-01T00:00:00.000Z'))
        assert.equal(rule.reads_clock, true, rule.type)
    }
  }
  assert.ok(looked > 20)
})
