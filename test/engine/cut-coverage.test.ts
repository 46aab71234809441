import assert from 'node:assert/strict'
import { test } from 'node:test'
import { concludeContainer } from '../../src/engine/conclude-container.ts'
import { evaluatePartition } from '../../src/engine/evaluate-partition.ts'
import { cutIntoRanges } from '../../src/engine/partition-range.ts'
import { RunFailure } from '../../src/kernel/errors.ts'
import { planned } from '../harness/engine.ts'
import { openExamples } from '../harness/example-stores.ts'

test('a check with coverage on a cut table is not failed without an anomaly when its other container goes away before the end', async () => {
  const rows = Array.from({ length: 40 }, (_, id) => [id])
  const columns = { id: 'Integral' } as const
  const store = await openExamples('duckdb', [{ name: 'sales', columns, rows }])
  const other = await openExamples('sqlite', [{ name: 'people', columns, rows: [[1], [2]] }])
  try {
    const container = other.container('people')
    const { fields } = await other.session.describe(container, [])
    let isThere = true
    const plan = await planned(
      store,
      'sales',
      [
        {
          rule_type: 'existsIn',
          fields: ['id'],
          properties: { field_name: 'id', ref_container_id: 7 },
          coverage: 0.5,
        },
      ],
      {
        references: new Map([
          [
            7,
            {
              container_id: 7,
              datastore_id: 2,
              name: 'people',
              fields,
              container,
              open: (work) => {
                if (!isThere) throw new RunFailure('The other store does not answer.')
                return work(other.session)
              },
            },
          ],
        ]),
      },
    )
    const { ranges } = await cutIntoRanges(store.session, plan, {
      field: 'id',
      slots: 2,
      rows_per_partition: 10,
    })
    assert.ok(ranges.length > 1)
    const totals = []
    for (const range of ranges) totals.push((await evaluatePartition(store.session, plan, range)).totals)

    const sound = await concludeContainer(store.session, plan, totals)
    assert.deepEqual(
      [sound.outcomes[0]?.assertion_result, sound.outcomes[0]?.anomalous_records, sound.findings.length],
      ['failed', 38, 1],
    )
    isThere = false
    const { outcomes, findings } = await concludeContainer(store.session, plan, totals)
    assert.deepEqual(
      outcomes.map(({ assertion_result, assertion_details }) => [assertion_result, assertion_details]),
      [['unasserted', 'The other store does not answer.']],
    )
    assert.deepEqual(findings, [])
  } finally {
    await store.close()
    await other.close()
  }
})
