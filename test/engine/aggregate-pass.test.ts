import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { countChecks } from '../../src/engine/count-checks.ts'
import { countingOf } from '../../src/engine/counting.ts'
import type { Cell } from '../../src/kernel/cell.ts'
import { evaluated, planned, recorded, type GivenCheck } from '../harness/engine.ts'
import { openExamples, type ExampleStore } from '../harness/example-stores.ts'

const rowCount = 100
/** id 0 to 99; price is id, negative for the first 10; code is a number as text but for id 42. */
const rows: Cell[][] = Array.from({ length: rowCount }, (_, id) => [
  id,
  id < 10 ? -id - 1 : id,
  id === 42 ? 'forty-two' : String(id),
])

const expression = (text: string, given: Partial<GivenCheck> = {}): GivenCheck => ({
  rule_type: 'satisfiesExpression',
  properties: { expression: text },
  ...given,
})

describe('one pass over a container', () => {
  let store: ExampleStore
  before(async () => {
    store = await openExamples('duckdb', [
      { name: 'sales', columns: { id: 'Integral', price: 'Integral', code: 'String' }, rows },
      { name: 'nothing', columns: { id: 'Integral', price: 'Integral', code: 'String' }, rows: [] },
    ])
  })
  after(() => store.close())

  async function pass(table: string, checks: GivenCheck[], limits = {}) {
    const session = recorded(store.session, limits)
    const plan = await planned(store, table, checks, {}, session)
    const relation = session.relation(plan.request.container, plan.observed, 'all')
    return {
      statements: session.statements,
      ...(await countChecks(session, relation, countingOf(session, plan).counted, {
        observed: plan.observed,
        masked: new Set(),
      })),
    }
  }

  test('is one statement for any number of checks', async () => {
    const checks = Array.from({ length: 40 }, (_, bound): GivenCheck => ({
      rule_type: 'minValue',
      fields: ['price'],
      properties: { value: bound },
    }))
    const { statements, totals } = await pass('sales', checks)
    assert.equal(statements.length, 1)
    checks.forEach((_, bound) => {
      const failing = rows.filter(([, price]) => Number(price) < bound).length
      assert.equal(totals.get(bound + 1)?.anomalous, failing, `below ${bound}`)
    })
  })

  test('tries a check that runs out of time once more alone, and not in halves', async () => {
    const endless =
      '(select count(*) from range(1000000000) as a, range(100000) as b where a.range * b.range % 7 = id) = 0'
    const checks: GivenCheck[] = [
      ...Array.from({ length: 30 }, (): GivenCheck => ({ rule_type: 'notNull', fields: ['price'] })),
      expression(endless),
      expression('id >= 0'),
      ...Array.from({ length: 30 }, (): GivenCheck => ({ rule_type: 'notNegative', fields: ['price'] })),
    ]
    const impatient = await openExamples(
      'duckdb',
      [{ name: 'sales', columns: { id: 'Integral', price: 'Integral', code: 'String' }, rows }],
      { statement_timeout_seconds: 0.5 },
    )
    try {
      const session = recorded(impatient.session)
      const plan = await planned(impatient, 'sales', checks, {}, session)
      const relation = session.relation(plan.request.container, plan.observed, 'all')
      const { counted } = countingOf(session, plan)
      const { totals, unasserted } = await countChecks(session, relation, counted, {
        observed: plan.observed,
        masked: new Set(),
      })
      assert.equal(session.statements.length, 4, 'all together, the quick ones, and the two expressions')
      assert.deepEqual(
        unasserted.map(({ check }) => check.id),
        [31],
      )
      assert.match(unasserted[0]?.reason ?? '', /It ran longer than 0.5 seconds and was cancelled\./)
      assert.equal(totals.size, 61)
      assert.equal(totals.get(33)?.anomalous, 10)
    } finally {
      await impatient.close()
    }
  })

  test('computes what several checks ask for once', async () => {
    const filter = 'id >= 50'
    const checks: GivenCheck[] = [
      { rule_type: 'notNegative', fields: ['price'], filter },
      { rule_type: 'notNegative', fields: ['price'], filter, coverage: 0.9 },
      { rule_type: 'sum', fields: ['price'], properties: { value: 1 }, filter },
      { rule_type: 'sum', fields: ['price'], properties: { value: 2 }, filter },
    ]
    const { statements, totals } = await pass('sales', checks)
    const [statement = ''] = statements
    // All rows, the filtered rows, the failing rows and the sum: four columns for four checks.
    assert.equal(statement.match(/ as "m\d+"/g)?.length, 4)
    assert.deepEqual(
      [...totals.values()].map(({ asserted }) => asserted),
      [50, 50, 50, 50],
    )
    assert.equal(String(totals.get(4)?.measures['total']), String((50 + 99) * 25))
  })

  test('is cut in as many statements as the limits of the engine ask for, with the same counts', async () => {
    const checks = Array.from({ length: 9 }, (_, bound): GivenCheck => ({
      rule_type: 'requiredValues',
      fields: ['code'],
      properties: { list: [`${bound}`, 'never'] },
    }))
    const rowChecks = Array.from({ length: 9 }, (_, bound): GivenCheck => ({
      rule_type: 'expectedValues',
      fields: ['code'],
      properties: { list: [`${bound}`, `${bound + 10}`] },
    }))
    const whole = await pass('sales', [...checks, ...rowChecks])
    const limits = [{ columns: 4 }, { characters: 300 }, { parameters: 5 }]
    for (const limit of limits) {
      const cut = await pass('sales', [...checks, ...rowChecks], limit)
      assert.ok(cut.statements.length > 2, `${JSON.stringify(limit)} cuts the statement`)
      assert.deepEqual(sorted(cut.totals), sorted(whole.totals))
      assert.equal(cut.rows, rowCount)
      assert.deepEqual(cut.unasserted, [])
    }
  })

  test('takes a single check that is larger than the limits as it is', async () => {
    const list = Array.from({ length: 20 }, (_, value) => String(value))
    const { totals } = await pass(
      'sales',
      [{ rule_type: 'expectedValues', fields: ['code'], properties: { list } }],
      { parameters: 5, columns: 1 },
    )
    assert.equal(totals.get(1)?.anomalous, rowCount - list.length)
  })

  test('leaves out exactly the checks that the engine refuses, and says why', async () => {
    const sound: GivenCheck[] = Array.from({ length: 13 }, (_, bound) => ({
      rule_type: 'minValue',
      fields: ['price'],
      properties: { value: bound },
    }))
    const broken: GivenCheck[] = [
      { id: 101, ...expression('no_such_field > 3') },
      { id: 102, ...expression('cast(code as integer) >= 0') },
      { id: 103, rule_type: 'notNull', fields: ['price'], filter: 'id >' },
      { id: 104, rule_type: 'notNull', fields: ['gone'] },
      { id: 105, ...expression('price > {{ unknown }}') },
    ]
    const checks = [...sound.slice(0, 5), ...broken, ...sound.slice(5)].map((check, index) => ({
      ...check,
      id: check.id ?? index,
    }))
    const found = await evaluated(store, 'sales', checks, { rollup_threshold: 1 })

    for (const { id, properties } of checks.filter((check) => check.id < 100)) {
      const failing = rows.filter(([, price]) => Number(price) < Number(properties?.['value'])).length
      const outcome = found.outcomes.get(id)
      assert.equal(outcome?.anomalous_records, failing, `minValue ${JSON.stringify(properties)}`)
      assert.equal(outcome?.asserted_records, rowCount)
    }
    const reasons = {
      101: /no_such_field/,
      102: /forty-two/,
      103: /syntax|end of input/i,
      104: /gone/,
      105: /unknown/,
    }
    for (const [id, reason] of Object.entries(reasons)) {
      const outcome = found.outcomes.get(Number(id))
      assert.equal(outcome?.assertion_result, 'unasserted', id)
      assert.match(outcome?.assertion_details ?? '', reason)
      assert.equal(outcome?.asserted_records, null)
    }
    assert.equal(found.outcomes.size, checks.length)
    assert.equal(found.rows, rowCount)
  })

  test('still counts the rows when no check at all can be evaluated', async () => {
    const found = await evaluated(store, 'sales', [expression('nope'), expression('cast(code as int) > 0')])
    assert.equal(found.rows, rowCount)
    for (const id of [1, 2]) assert.equal(found.outcomes.get(id)?.assertion_result, 'unasserted')
  })

  test('asks for a count of the rows alone when there are no checks', async () => {
    const { rows, statements } = await pass('sales', [])
    assert.equal(rows, rowCount)
    assert.equal(statements.length, 1)
  })

  test('finds nothing wrong with a container of no rows, and judges nothing about them', async () => {
    const found = await evaluated(store, 'nothing', [
      { rule_type: 'notNull', fields: ['id'] },
      { rule_type: 'sum', fields: ['price'], properties: { value: 0 } },
      { rule_type: 'unique', fields: ['id'] },
      { rule_type: 'distinctCount', fields: ['id'], properties: { value: 0 } },
    ])
    assert.equal(found.rows, 0)
    assert.deepEqual(found.shapes, [])
    assert.equal(found.outcomes.get(1)?.assertion_result, 'unasserted')
    assert.equal(found.outcomes.get(1)?.asserted_records, 0)
    assert.equal(found.outcomes.get(3)?.assertion_result, 'unasserted')
    for (const id of [2, 4]) assert.equal(found.outcomes.get(id)?.assertion_result, 'passed')
  })

  test('lets a filter guard an expression that other rows would break', async () => {
    const guarded = (given: Partial<GivenCheck>): GivenCheck => ({
      filter: "code <> 'forty-two'",
      ...given,
      ...expression('cast(code as integer) >= 5'),
    })
    const found = await evaluated(store, 'sales', [guarded({ id: 1 }), guarded({ id: 2, coverage: 0.99 })])
    assert.equal(found.outcomes.get(1)?.anomalous_records, 5)
    assert.equal(found.outcomes.get(1)?.asserted_records, 99)
    assert.equal(found.records.length, 5)
    assert.equal(found.shapes.length, 1)
  })
})

function sorted<Value>(map: Map<number, Value>): [number, Value][] {
  return [...map].sort(([one], [other]) => one - other)
}
