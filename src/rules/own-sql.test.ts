import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { ownSql } from './own-sql.ts'
import { rules } from './registry.ts'
import type { Rule } from './rule.ts'

const all = rules.all()

function declared({ sql_properties: { own = [], referenced = [] } = {} }: Rule): string[] {
  return [...own, ...referenced]
}

describe('the SQL in the properties of a check', () => {
  test('is declared by its rule: a property that is described as SQL, and no other', () => {
    const described = all.map((rule) => [
      rule.type,
      Object.entries(rule.properties.properties)
        .filter(([, schema]) => /\bSQL\b/.test(JSON.stringify(schema)))
        .map(([name]) => name)
        .sort(),
    ])
    assert.deepEqual(
      all.map((rule) => [rule.type, declared(rule).sort()]),
      described,
    )
    assert.ok(described.some(([, names]) => names?.includes('ref_expression')))
  })

  test('is named by what the schema has, and so are patterns', () => {
    for (const rule of all)
      for (const name of [...declared(rule), ...(rule.pattern_properties ?? [])])
        assert.ok(name in rule.properties.properties, `${rule.type}: ${name}`)
  })

  test('is that of its own store only, and what is no text is none', () => {
    const properties = { expression: 'sum(a)', ref_expression: 'sum(b)', ref_container_id: 1 }
    assert.deepEqual(ownSql({ rule_type: 'aggregationComparison', properties }), { expression: 'sum(a)' })
    assert.deepEqual(ownSql({ rule_type: 'aggregationComparison', properties: { expression: 7 } }), {})
    assert.deepEqual(ownSql({ rule_type: 'notNull', properties }), {})
    assert.deepEqual(ownSql({ rule_type: 'noSuchRule', properties }), {})
  })
})
