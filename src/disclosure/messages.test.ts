import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { CheckDefinition } from '../model/check.ts'
import type { DiscoveredField } from '../model/field.ts'
import type { RowRule } from '../rules/rule.ts'
import type { PreparedCheck } from '../engine/check.ts'
import { recordTemplate, shapeMessage } from '../engine/message.ts'
import { prepareChecks } from '../engine/prepare.ts'
import { recordText, type Cell } from '../kernel/cell.ts'
import { hold } from '../kernel/held.ts'
import { messageFrom } from './messages.ts'
import { Policy } from './policy.ts'
import { duckdb } from '../sql/dialects/duckdb.dialect.ts'

const nothingMasked = new Set<string>()

const fields: DiscoveredField[] = [
  { name: 'age', type: 'Integral', native_type: 'bigint', nullable: true },
  { name: 'note', type: 'String', native_type: 'text', nullable: true },
]

function check(given: Partial<CheckDefinition>, masked = nothingMasked): PreparedCheck<RowRule> {
  const definition: CheckDefinition = {
    id: 1,
    rule_type: 'between',
    description: 'ages',
    fields: ['age'],
    filter: null,
    coverage: 1,
    properties: { min: 0, max: 120 },
    anomaly_message_field: null,
    ...given,
  }
  const container = { name: 'people', container_type: 'table', file_options: {} } as const
  const { prepared, unasserted } = prepareChecks(
    {
      container,
      checks: [definition],
      references: new Map(),
      check_variables: {},
      masked_fields: masked,
      now: '2026-01-01T00:00:00Z',
    },
    fields,
    duckdb,
  )
  assert.deepEqual(unasserted, [])
  const [fitted] = prepared
  assert.ok(fitted?.rule.family === 'row')
  return { ...fitted, rule: fitted.rule }
}

const row: { names: string[]; cells: Cell[] } = { names: ['age', 'note'], cells: [-1n, 'looks wrong'] }

/** The message of a row as it is recorded. */
function recordMessage(prepared: PreparedCheck<RowRule>, { names, cells }: typeof row, masked: Set<string>) {
  const rows = new Map([[0, hold(recordText(names, cells))]])
  return messageFrom(recordTemplate(prepared, { names, cells }), rows, new Policy(masked))
}

describe('the message of a failing row', () => {
  test('names the field, its value and what is wrong with it', () => {
    const message = recordMessage(check({}), row, nothingMasked)
    assert.equal(message, 'The `age` value of `-1` is not between 0 and 120.')
  })

  test('never shows the value of a masked field', () => {
    const message = recordMessage(check({}), row, new Set(['age']))
    assert.equal(message, 'The `age` value of `<masked>` is not between 0 and 120.')
  })

  test('is the value of the message field when the check has one and the row a value in it', () => {
    const own = check({ anomaly_message_field: 'note' })
    assert.equal(recordMessage(own, row, nothingMasked), 'looks wrong')
    const without = { ...row, cells: [-1n, null] }
    assert.match(recordMessage(own, without, nothingMasked), /^The `age` value of `-1`/)
  })

  test('is never the value of a masked message field', () => {
    const masked = new Set(['note'])
    const own = check({ anomaly_message_field: 'note' }, masked)
    assert.match(recordMessage(own, row, masked), /^The `age` value of `-1`/)
  })

  test('keeps every digit of a large number and cuts a long text', () => {
    const large = { ...row, cells: [9007199254740993n, null] }
    assert.match(recordMessage(check({}), large, nothingMasked), /`9007199254740993`/)
    const long = { ...row, cells: [1n, 'x'.repeat(5000)] }
    const text = check({ rule_type: 'maxLength', fields: ['note'], properties: { value: 3 } })
    assert.ok(recordMessage(text, long, nothingMasked).length < 300)
  })
})

describe('the message of rolled-up rows', () => {
  test('says which share of how many rows failed, and calls them filtered only where there is a filter', () => {
    assert.equal(
      shapeMessage(check({}), 3000, 41),
      'In `age`, 1.367% of 3000 records (41) are not between 0 and 120.',
    )
    assert.match(shapeMessage(check({ filter: 'age > 0' }), 3000, 41), /of 3000 filtered records \(41\)/)
    assert.match(shapeMessage(check({ filter: ' ' }), 3000, 41), /of 3000 records \(41\)/)
  })

  test('lets an expression speak for itself', () => {
    const expression = check({
      rule_type: 'satisfiesExpression',
      fields: [],
      properties: { expression: 'age > 0' },
    })
    assert.equal(
      shapeMessage(expression, 10, 5),
      '50.000% of 10 records (5) do not satisfy the expression: age > 0.',
    )
  })
})
