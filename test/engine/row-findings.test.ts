import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { Cell } from '../../src/kernel/cell.ts'
import { evaluated, measuredBefore, recorded, type Found, type GivenCheck } from '../harness/engine.ts'
import { openExamples, type ExampleStore } from '../harness/example-stores.ts'

const rowCount = 100
const people: Cell[][] = Array.from({ length: rowCount }, (_, id) => [
  id,
  id % 2 === 0 ? id : -id,
  `person ${id}`,
  id < 3 ? `look at ${id}` : null,
])
const columns = { id: 'Integral', balance: 'Integral', name: 'String', note: 'String' } as const

/** Fails for exactly the first `failing` rows. */
const failsFirst = (failing: number, given: Partial<GivenCheck> = {}): GivenCheck => ({
  rule_type: 'satisfiesExpression',
  properties: { expression: `id >= ${failing}` },
  ...given,
})

describe('the rows that fail', () => {
  let store: ExampleStore
  before(async () => {
    store = await openExamples('duckdb', [
      { name: 'people', columns, rows: people },
      {
        name: 'twins',
        columns: { id: 'Integral', code: 'String' },
        rows: [
          [1, 'a'],
          [1, 'a'],
          [2, 'b'],
        ],
      },
    ])
  })
  after(() => store.close())

  test('are an anomaly each up to the roll-up threshold, and one together above it', async () => {
    const checks = [failsFirst(5, { id: 1 }), failsFirst(6, { id: 2 })]
    const found = await evaluated(store, 'people', checks, { rollup_threshold: 5 })
    assert.deepEqual(
      found.records.map(({ record, failed_checks }) => [idIn(record), failed_checks.map((c) => c.check_id)]),
      [0, 1, 2, 3, 4].map((id) => [id, [1]]),
    )
    const [shape, ...others] = found.shapes
    assert.deepEqual(others, [])
    assert.equal(shape?.check_id, 2)
    assert.equal(shape.anomalous_records_count, 6)
    assert.deepEqual(
      shape.records.map(({ record }) => idIn(record)),
      [0, 1, 2, 3, 4, 5],
    )
  })

  test('are sampled up to the limit when rolled up, while the count stays whole', async () => {
    for (const limit of [1, 25]) {
      const found = await evaluated(store, 'people', [failsFirst(60)], { source_record_limit: limit })
      assert.equal(found.shapes[0]?.records.length, limit)
      assert.equal(found.shapes[0].anomalous_records_count, 60)
    }
  })

  test('carry every check that they fail, in one anomaly', async () => {
    const checks: GivenCheck[] = [
      { rule_type: 'notNegative', fields: ['balance'], filter: 'id = 7' },
      { rule_type: 'minValue', fields: ['balance'], properties: { value: -6 }, filter: 'id = 7' },
      {
        rule_type: 'matchesPattern',
        fields: ['name'],
        properties: { pattern: '^person [0-6]' },
        filter: 'id < 8',
      },
      { rule_type: 'notNull', fields: ['id'] },
    ]
    const { records, shapes } = await evaluated(store, 'people', checks)
    assert.deepEqual(shapes, [])
    assert.equal(records.length, 1)
    assert.deepEqual(
      records[0]?.failed_checks.map(({ check_id }) => check_id),
      [1, 2, 3],
    )
    assert.deepEqual(
      records[0]?.failed_checks.map(({ message }) => message.includes('`-7`')),
      [true, true, false],
    )
  })

  test('are told apart for more checks than one integer has bits', async () => {
    // Check n fails for the rows 0 to n - 1, so row r fails the checks r + 1 to 70.
    const checks = Array.from({ length: 70 }, (_, index) => failsFirst(index + 1))
    const { records } = await evaluated(store, 'people', checks, { rollup_threshold: 1000 })
    assert.equal(records.length, 70)
    records.forEach(({ failed_checks }, row) => {
      assert.deepEqual(
        failed_checks.map(({ check_id }) => check_id),
        Array.from({ length: 70 - row }, (_, index) => row + index + 1),
      )
    })
  })

  test('fail 35 checks at once in one anomaly, without the columns that found them', async () => {
    const checks = Array.from({ length: 35 }, (_, index) =>
      failsFirst(1, { id: index + 1, filter: `id < ${index + 1}` }),
    )
    const { records } = await evaluated(store, 'people', checks)
    assert.equal(records.length, 1)
    assert.equal(records[0]?.failed_checks.length, 35)
    assert.equal(records[0]?.record, '{"id":0,"balance":0,"name":"person 0","note":"look at 0"}')
  })

  test('are read by one statement for all checks, and by none when nothing fails', async () => {
    const session = recorded(store.session)
    const checks = Array.from({ length: 12 }, (_, index) => failsFirst(index, { id: index + 1 }))
    await evaluated(store, 'people', checks, { rollup_threshold: 1000 }, session)
    assert.equal(session.statements.length, 2)
    session.statements.length = 0
    await evaluated(store, 'people', [failsFirst(0)], {}, session)
    assert.equal(session.statements.length, 1)
  })

  test('within what coverage tolerates pass, at exactly the share too', async () => {
    const verdict = async (failing: number, coverage: number) => {
      const found = await evaluated(store, 'people', [failsFirst(failing, { coverage })])
      assert.equal(found.outcomes.get(1)?.anomalous_records, failing)
      assert.deepEqual(found.records, [])
      return [found.outcomes.get(1)?.assertion_result, found.shapes.length]
    }
    for (const share of [0.01, 0.07, 0.29, 0.3, 0.57, 0.9]) {
      const failing = Math.round(share * rowCount)
      assert.deepEqual(await verdict(failing, 1 - share), ['passed', 0], `${failing} of 100`)
      assert.deepEqual(await verdict(failing + 1, 1 - share), ['failed', 1], `${failing + 1} of 100`)
    }
    assert.deepEqual(await verdict(100, 0), ['passed', 0])
  })

  test('never show the values of masked fields in a message', async () => {
    const checks: GivenCheck[] = [
      { rule_type: 'notNegative', fields: ['balance'], filter: 'id = 1', anomaly_message_field: 'note' },
      { rule_type: 'maxLength', fields: ['name'], properties: { value: 1 }, filter: 'id = 1' },
    ]
    const masked_fields = new Set(['balance', 'note', 'name'])
    const { records } = await evaluated(store, 'people', checks, { masked_fields })
    const messages = records.flatMap(({ failed_checks }) => failed_checks.map(({ message }) => message))
    assert.equal(messages.length, 2)
    for (const message of messages) {
      assert.match(message, /<masked>/)
      assert.doesNotMatch(message, /`-1`|person 1|look at/)
    }
  })

  test('show no number that is computed from a masked field, in messages and reasons', async () => {
    const container = store.container('people')
    const { fields } = await store.session.describe(container)
    const there = { container_id: 7, datastore_id: 1, name: 'people', fields, container, open: null }
    const compared = (expression: string, ref_expression: string): GivenCheck => ({
      rule_type: 'aggregationComparison',
      properties: { expression, comparison: 'lt', ref_container_id: 7, ref_expression },
    })
    const metric = (comparison: string, filter = 'id = 77'): GivenCheck => ({
      rule_type: 'metric',
      fields: ['balance'],
      properties: { comparison, min: 7 },
      filter,
    })
    const checks: GivenCheck[] = [
      { rule_type: 'sum', fields: ['balance'], properties: { value: 7 }, filter: 'id = 77' },
      { rule_type: 'sum', fields: ['id'], properties: { value: 7 }, filter: '"Balance" = -77' },
      metric('Absolute Value'),
      metric('Absolute Change'),
      metric('Percentage Change'),
      metric('Absolute Value', 'id in (76, 77)'),
      compared('max(abs(balance)) - 22', 'min(id)'),
      compared('max(id) - 22', 'min(BALANCE) + 23'),
    ]
    const measurements = new Map(
      [4, 5].map((id) => [id, measuredBefore([{ value: 77.5, at: '2025-12-31T00:00:00Z' }])]),
    )
    const told = async (masked: string[]) => {
      const masked_fields = new Set(masked)
      const references = new Map([[7, { ...there, masked_fields }]])
      const found = await evaluated(store, 'people', checks, { references, measurements, masked_fields })
      return checks.map((_, index) => {
        const failed = [...found.records.flatMap((record) => record.failed_checks), ...found.shapes]
        const messages = failed.filter(({ check_id }) => check_id === index + 1).map(({ message }) => message)
        return [...messages, found.outcomes.get(index + 1)?.assertion_details].join('')
      })
    }
    for (const text of await told([])) assert.match(text, /7[76]/)
    for (const text of await told(['balance'])) {
      assert.match(text, /<masked>/)
      assert.doesNotMatch(text.replace('of 77', ''), /-7[76]|154|-98|76/)
    }
  })

  test('do not leak a masked value through the reason of a check that broke on it', async () => {
    const check: GivenCheck = {
      rule_type: 'satisfiesExpression',
      properties: { expression: 'cast(name as integer) > 0' },
    }
    const open = await evaluated(store, 'people', [check])
    assert.match(open.outcomes.get(1)?.assertion_details ?? '', /person 0/)
    const masked = await evaluated(store, 'people', [check], { masked_fields: new Set(['name']) })
    assert.doesNotMatch(masked.outcomes.get(1)?.assertion_details ?? '', /person 0/)
    assert.match(masked.outcomes.get(1)?.assertion_details ?? '', /masked/)
  })

  test('are described by the value of the message field where the row has one', async () => {
    const check = failsFirst(4, { anomaly_message_field: 'note' })
    const { records } = await evaluated(store, 'people', [check])
    assert.deepEqual(
      records.map(({ failed_checks }) => failed_checks[0]?.message),
      ['look at 0', 'look at 1', 'look at 2', 'The record does not satisfy the expression: id >= 4.'],
    )
  })

  test('are looked for only among the first rows when the records are capped', async () => {
    const checks: GivenCheck[] = [
      failsFirst(30, { id: 1, filter: 'id > 17' }),
      failsFirst(90, { id: 2 }),
      { id: 3, rule_type: 'distinctCount', fields: ['id'], properties: { value: 20 } },
      { id: 4, rule_type: 'sum', fields: ['id'], properties: { value: 190 } },
    ]
    const found = await evaluated(store, 'people', checks, { record_cap: 20 })
    assert.equal(found.rows, 20)
    assert.deepEqual(
      found.records.map(({ record }) => idIn(record)),
      [18, 19],
    )
    assert.equal(found.shapes[0]?.anomalous_records_count, 20)
    assert.equal(found.outcomes.get(1)?.asserted_records, 2)
    assert.equal(found.outcomes.get(3)?.assertion_result, 'passed')
    assert.equal(found.outcomes.get(4)?.assertion_result, 'passed')
  })

  test('that are equal are findings of their own', async () => {
    const { records, shapes } = await evaluated(store, 'twins', [
      { id: 1, rule_type: 'expectedValues', fields: ['code'], properties: { list: ['b'] } },
      { id: 2, rule_type: 'unique', fields: ['id', 'code'] },
    ])
    assert.equal(records.length, 2)
    assert.equal(records[0]?.row_hash, records[1]?.row_hash)
    // Both rows of the pair are shown, one is too many.
    assert.equal(shapes[0]?.anomalous_records_count, 1)
    assert.equal(shapes[0]?.records.length, 2)
  })

  test('of one check do not change what is found for another', async () => {
    const only = (found: Found, id: number) => ({
      outcome: found.outcomes.get(id),
      records: found.records.filter(({ failed_checks }) => failed_checks.some((c) => c.check_id === id))
        .length,
    })
    const check: GivenCheck = { id: 1, rule_type: 'notNegative', fields: ['balance'], filter: 'id < 9' }
    const alone = await evaluated(store, 'people', [check])
    const among = await evaluated(store, 'people', [
      failsFirst(100, { id: 2 }),
      check,
      failsFirst(2, { id: 3 }),
      { id: 4, rule_type: 'expectedSchema', properties: { list: ['id'] } },
    ])
    assert.deepEqual(only(among, 1), only(alone, 1))
    assert.equal(only(alone, 1).records, 4)
  })
})

const idIn = (record: string): number => Number(/"id":(\d+)/.exec(record)?.[1])
