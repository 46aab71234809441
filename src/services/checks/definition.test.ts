import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { changedContent, definitionKey, isSameContent, isSameTest, type CheckContent } from './definition.ts'
import { checkWeight } from './present.ts'

const content: CheckContent = {
  rule_type: 'between',
  description: 'x',
  fields: ['a', 'b'],
  filter: 'c > 1',
  coverage: 1,
  properties: { min: 1, nested: { x: 1, y: [1, 2] } },
  anomaly_message_field: null,
  status: 'Active',
  additional_metadata: null,
  owner_id: 1,
  default_anomaly_assignee_id: 2,
  tags: ['one'],
}

describe('what a check is', () => {
  test('equal whatever the order of fields and members, the words, the standard and the status', () => {
    const key = definitionKey(content)
    for (const same of [
      { fields: ['b', 'a'] },
      { properties: { nested: { y: [1, 2], x: 1 }, min: 1 } },
      { description: 'y', coverage: 0.5, status: 'Draft', tags: [], owner_id: null },
    ] as const) {
      assert.equal(definitionKey({ ...content, ...same } as CheckContent), key)
    }
    for (const other of [
      { fields: ['a'] },
      { filter: null },
      { rule_type: 'sum' },
      { properties: { min: 1, nested: { x: 1, y: [2, 1] } } },
    ]) {
      assert.notEqual(definitionKey({ ...content, ...other }), key)
    }
  })

  test('an absent member stays, null clears, and an owner cannot be cleared', () => {
    assert.deepEqual(changedContent(content, {}), content)
    const cleared = changedContent(content, {
      filter: null,
      coverage: null,
      properties: null,
      tags: null,
      owner_id: null,
      default_anomaly_assignee_id: null,
    })
    assert.deepEqual(
      [cleared.filter, cleared.coverage, cleared.properties, cleared.tags, cleared.owner_id],
      [null, 1, {}, [], 1],
    )
    assert.equal(cleared.default_anomaly_assignee_id, null)
  })

  test('blank filters and null properties are none, fields may be objects, tags are sorted once each', () => {
    const changed = changedContent(content, {
      filter: '  ',
      properties: { min: null, max: 0 },
      fields: [{ name: 'a' }, 'b'],
      tags: ['z', 'a', 'z'],
    })
    assert.deepEqual(
      [changed.filter, changed.properties, changed.fields, changed.tags],
      [null, { max: 0 }, ['a', 'b'], ['a', 'z']],
    )
  })

  test('another standard is another test, other words are not', () => {
    assert.equal(isSameTest(content, { ...content, description: 'y', status: 'Draft' }), true)
    assert.equal(isSameTest(content, { ...content, coverage: 0.5 }), false)
    assert.equal(isSameContent(content, { ...content, description: 'y' }), false)
  })

  test('weight is the sum of rule, authorship and tags', () => {
    const weigh = (inferred: boolean, has_anomalies: boolean) =>
      checkWeight({ rule_weight: 3, inferred, has_anomalies, tag_modifiers: -4 })
    assert.deepEqual(
      [weigh(false, true), weigh(false, false), weigh(true, true), weigh(true, false)],
      [11, 8, 5, -1],
    )
  })
})
