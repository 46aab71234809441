import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { compileCheck } from '../../src/engine/compile.ts'
import { Aborted } from '../../src/kernel/errors.ts'
import type { DiscoveredField } from '../../src/model/field.ts'
import { recorded } from '../harness/engine.ts'
import { openExamples, type ExampleStore } from '../harness/example-stores.ts'

describe('asking a store about a check', () => {
  const leaving = new AbortController()
  let store: ExampleStore
  let fields: DiscoveredField[] = []
  before(async () => {
    const sales = { name: 'sales', columns: { price: 'Integral' as const }, rows: [[1]] }
    store = await openExamples('duckdb', [sales], { signal: leaving.signal })
    fields = (await store.session.describe(store.container('sales'), [])).fields
  })
  after(() => store.close())

  const reasonAgainst = (filter: string) => {
    const check = { id: 1, rule_type: 'notNull', description: '', fields: ['price'], filter, coverage: 1 }
    return compileCheck(
      store.session,
      { ...store.container('sales'), fields },
      { ...check, properties: {}, anomaly_message_field: null },
      '2026-01-31T12:00:00Z',
    )
  }

  test('answers with its reason against a filter, or with none', async () => {
    assert.equal(await reasonAgainst('price > 0'), null)
    assert.match((await reasonAgainst('pric > 0')) ?? '', /pric/)
    assert.match((await reasonAgainst('price > 0; drop table sales')) ?? '', /semicolon/)
  })

  test('answers with its reason against a number that each row has for itself', async () => {
    const reasonAgainst = (expression: string) => {
      const check = { id: 1, rule_type: 'aggregationComparison', description: '', fields: [], filter: null }
      return compileCheck(
        store.session,
        { ...store.container('sales'), fields },
        {
          ...check,
          coverage: 1,
          properties: { expression, ref_container_id: 1, ref_expression: '1' },
          anomaly_message_field: null,
        },
        '2026-01-31T12:00:00Z',
        new Map([
          [
            1,
            {
              container_id: 1,
              datastore_id: 1,
              name: 'sales',
              container: store.container('sales'),
              fields,
              open: null,
            },
          ],
        ]),
      )
    }
    for (const taken of ['sum(price)', 'max(price) - 1', '5', '(select 5)'])
      assert.equal(await reasonAgainst(taken), null, taken)
    for (const refused of ['price', 'price + 1', 'sum(price) - price'])
      assert.match((await reasonAgainst(refused)) ?? '', /must appear in the GROUP BY/, refused)
  })

  test('is no answer when the store cannot be asked any more', async () => {
    leaving.abort()
    await assert.rejects(reasonAgainst('price > 0'), Aborted)
  })
})

test('a store whose aggregates take no query is asked about a filter with one by an inner select', async () => {
  const sales = { name: 'sales', columns: { price: 'Integral' as const }, rows: [[1]] }
  const store = await openExamples('duckdb', [sales])
  try {
    const recording = recorded(store.session)
    const session = { ...recording, dialect: { ...recording.dialect, aggregatesNoQueries: true as const } }
    const { fields } = await store.session.describe(store.container('sales'), [])
    const check = { id: 1, rule_type: 'satisfiesExpression', description: '', fields: [], coverage: 1 }
    const reason = await compileCheck(
      session,
      { ...store.container('sales'), fields },
      {
        ...check,
        filter: null,
        properties: { expression: 'price in (select 1)' },
        anomaly_message_field: null,
      },
      '2026-01-31T12:00:00Z',
    )
    assert.equal(reason, null)
    assert.match(recording.statements.join(), /"assay_value_1" = 1.* from \(select \*, case when .*select 1/s)
  } finally {
    await store.close()
  }
})

for (const type of ['postgresql', 'duckdb'] as const)
  describe(`asking ${type} about a pattern`, () => {
    let store: ExampleStore
    let fields: DiscoveredField[] = []
    before(async () => {
      const codes = { name: 'codes', columns: { code: 'String' as const }, rows: [['a']] }
      store = await openExamples(type, [codes])
      fields = (await store.session.describe(store.container('codes'), [])).fields
    })
    after(() => store.close())

    const reasonAgainst = (pattern: string) => {
      const check = { id: 1, rule_type: 'matchesPattern', description: '', fields: ['code'], filter: null }
      return compileCheck(
        store.session,
        { ...store.container('codes'), fields },
        { ...check, coverage: 1, properties: { pattern }, anomaly_message_field: null },
        '2026-01-31T12:00:00Z',
      )
    }

    test('answers with its reason against one of another flavour, though it looks at no row', async () => {
      assert.equal(await reasonAgainst('^[a-z]+$'), null)
      // JavaScript knows named groups, and neither store does.
      assert.match((await reasonAgainst('(?<code>a)')) ?? '', /invalid/)
    })
  })
