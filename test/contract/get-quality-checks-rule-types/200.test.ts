import assert from 'node:assert/strict'
import { test } from 'node:test'
import { rules } from '../../../src/rules/registry.ts'
import { describeContract } from '../../harness/contract.ts'

describeContract('GET /quality-checks/rule-types', (app) => {
  test('has every rule with what an editor needs to know', async () => {
    const { status, body } = await app.ask('GET', '/api/quality-checks/rule-types')
    assert.equal(status, 200)
    assert.deepEqual(
      body.map(({ rule_type }: { rule_type: string }) => rule_type),
      [...rules.names()].sort(),
    )
    const named = (name: string) => body.find(({ rule_type }: { rule_type: string }) => rule_type === name)
    const between = named('between')
    assert.deepEqual(
      [between.fields, between.field_types, between.filterable, between.anomaly_types],
      ['single', ['Integral', 'Fractional'], true, ['record', 'shape']],
    )
    const kinds = (name: string) =>
      Object.fromEntries(
        named(name).properties.map((property: { name: string; kind: string }) => [
          property.name,
          property.kind,
        ]),
      )
    assert.deepEqual(kinds('between'), {
      min: 'number',
      inclusive_min: 'boolean',
      max: 'number',
      inclusive_max: 'boolean',
    })
    assert.deepEqual(kinds('existsIn'), {
      field_name: 'field',
      ref_container_id: 'container',
      ref_datastore_id: 'datastore',
      ref_filter: 'sql',
    })
    assert.deepEqual(
      [kinds('matchesPattern').pattern, kinds('isType').field_type],
      ['regular_expression', 'choice'],
    )
    const [expression] = named('satisfiesExpression').properties
    assert.deepEqual(
      [expression.name, expression.kind, expression.sql_of, expression.required],
      ['expression', 'sql', 'own', true],
    )
  })

  test('describes every property, and its examples are checks', async () => {
    const { body } = await app.ask('GET', '/api/quality-checks/rule-types')
    for (const { rule_type, properties, examples } of body) {
      for (const { name, description, kind, values } of properties) {
        assert.notEqual(description, '', `${rule_type}.${name}`)
        assert.equal(kind === 'choice', values !== null, `${rule_type}.${name}`)
      }
      assert.ok(examples.length > 0, rule_type)
    }
  })
})
