import assert from 'node:assert/strict'
import { test } from 'node:test'
import { evaluated, type GivenCheck } from '../harness/engine.ts'
import { openExamples } from '../harness/example-stores.ts'

/** Rules about rows, which say nothing of an emptied table. */
const ofRows: GivenCheck[] = [
  { rule_type: 'notNull', fields: ['id'] },
  { rule_type: 'unique', fields: ['id'] },
  {
    rule_type: 'timeDistributionSize',
    fields: ['at'],
    properties: { interval_name: 'Daily', min_size: 1 },
  },
]
/** Rules about totals: that of no rows is one. */
const ofTotals: GivenCheck[] = [
  { rule_type: 'sum', fields: ['id'], properties: { value: 0 } },
  { rule_type: 'distinctCount', fields: ['id'], properties: { value: 0 } },
]

test('an emptied table leaves every check of rows unasserted, unique among them, and totals judged', async () => {
  const store = await openExamples('duckdb', [
    { name: 'orders', columns: { id: 'Integral', at: 'Timestamp' }, rows: [] },
  ])
  try {
    const { outcomes } = await evaluated(store, 'orders', [...ofRows, ...ofTotals])
    const told = [...outcomes.values()].sort((one, other) => one.check_id - other.check_id)
    assert.deepEqual(
      told.map(({ assertion_result, asserted_records }) => [assertion_result, asserted_records]),
      [...ofRows.map(() => ['unasserted', 0]), ...ofTotals.map(() => ['passed', 0])],
    )
    assert.match(told[1]?.assertion_details ?? '', /no rows/)
  } finally {
    await store.close()
  }
})
