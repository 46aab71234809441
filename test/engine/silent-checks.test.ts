import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { concludeContainer } from '../../src/engine/conclude-container.ts'
import { hold } from '../../src/kernel/held.ts'
import { evaluatePartition } from '../../src/engine/evaluate-partition.ts'
import { planned, type GivenCheck } from '../harness/engine.ts'
import { openExamples, type ExampleStore } from '../harness/example-stores.ts'

/** Judged before any row is read, by the row, and at the end. */
const checks: GivenCheck[] = [
  { id: 11, rule_type: 'fieldCount', properties: { value: 1 } },
  { id: 12, rule_type: 'notNull', fields: ['id'] },
  { id: 13, rule_type: 'sum', fields: ['id'], properties: { value: 3 } },
]

describe('a check that a scan would pass over in silence', () => {
  let store: ExampleStore
  before(async () => {
    store = await openExamples('duckdb', [{ name: 'sales', columns: { id: 'Integral' }, rows: [[1], [2]] }])
  })
  after(() => store.close())

  test('stops the partition, and is named with its rule', async () => {
    const plan = await planned(store, 'sales', checks)
    const forgotten = { ...plan, schema: { ...plan.schema, outcomes: [] } }
    const partition = plan.partitions[0]?.name ?? ''
    await assert.rejects(
      evaluatePartition(store.session, forgotten, partition),
      /^Error: The partition ".*" of "sales.*" reached no verdict on the check 11 \(fieldCount, family schema\)\. This is a fault of the service/,
    )
    const found = await evaluatePartition(store.session, plan, partition)
    assert.deepEqual(Object.keys(found.totals), ['13'])
  })

  test('stops the conclusion, and the others are counted', async () => {
    const plan = await planned(store, 'sales', checks)
    const total = { asserted: 2, measures: hold({ total: 3 }) }
    await assert.rejects(
      concludeContainer(store.session, plan, [{ 11: total, 13: total }]),
      /^Error: The conclusion of "sales.*" reached no verdict on the check 11 \(fieldCount, family schema\)\./,
    )
    const whole = await concludeContainer(store.session, plan, [{ 13: total }])
    assert.deepEqual(
      whole.outcomes.map(({ check_id, assertion_result }) => [check_id, assertion_result]),
      [[13, 'passed']],
    )
  })

  test('is no check of a container of which nothing was read', async () => {
    const plan = await planned(store, 'sales', checks)
    assert.deepEqual((await concludeContainer(store.session, plan, [])).outcomes, [])
  })
})
