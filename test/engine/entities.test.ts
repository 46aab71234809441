import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { Cell } from '../../src/kernel/cell.ts'
import type { ScanRequest } from '../../src/engine/check.ts'
import { evaluated, type Found } from '../harness/engine.ts'
import { openExamples, type ExampleStore } from '../harness/example-stores.ts'

const columns = {
  customer: 'Integral',
  name: 'String',
  city: 'String',
  since: 'Date',
  size: 'Integral',
} as const

const companies: Cell[][] = [
  [1, 'Acme Corporation', 'Berlin', '2020-01-01', 100],
  [2, 'ACME Corporaton', 'Berlin', '2020-01-02', 109],
  [2, 'ACME Corporaton', 'Berlin', '2020-01-02', 109],
  [3, 'Acme', 'Paris', '2020-01-01', 100],
  [4, 'Acme Corporation', 'Paris', '2021-01-01', 200],
  [null, 'Acme Corporation', 'Paris', null, null],
  [5, 'Алина', 'Berlin', null, null],
  [6, 'Амида', 'Berlin', null, null],
  [7, 'Kurt Meier', null, null, null],
  [8, 'Kerth Mayr', null, null, null],
]

/** One more than the 10,000 rows whose pairs are just not too many. */
const crowd: Cell[][] = Array.from({ length: 10_001 }, (_, id) => [id, `name ${id}`, `city ${id % 2}`])

describe('rows that look like one entity', () => {
  let store: ExampleStore
  before(async () => {
    store = await openExamples('duckdb', [
      { name: 'companies', columns, rows: companies },
      { name: 'crowd', columns: { customer: 'Integral', name: 'String', city: 'String' }, rows: crowd },
    ])
  })
  after(() => store.close())

  const resolve = (
    properties: Record<string, unknown>,
    {
      fields = [],
      table = 'companies',
      ...options
    }: { fields?: string[]; table?: string } & Partial<ScanRequest> = {},
  ): Promise<Found> => {
    const check = {
      rule_type: 'entityResolution',
      fields,
      properties: { distinct_field_name: 'customer', ...properties },
    }
    return evaluated(store, table, [check], { source_record_limit: 1000, ...options })
  }
  const recordsIn = (found: Found) => found.shapes[0]?.records.map(({ record }) => record) ?? []
  const customersIn = (found: Found) =>
    recordsIn(found).map((record) => {
      const row = JSON.parse(record) as { customer: number; _qualytics_entity_id: number }
      return [row._qualytics_entity_id, row.customer]
    })
  const reason = (found: Found) => found.outcomes.get(1)?.assertion_details ?? ''

  test('are shown once for each value, numbered by entity', async () => {
    const found = await resolve({
      target_fields: [{ field_name: 'name' }, { field_name: 'city', match_type: 'exact' }],
    })
    assert.deepEqual(recordsIn(found), [
      '{"name":"ACME Corporaton","city":"Berlin","customer":2,"_qualytics_entity_id":1}',
      '{"name":"Acme Corporation","city":"Berlin","customer":1,"_qualytics_entity_id":1}',
    ])
    assert.equal(found.shapes[0]?.anomalous_records_count, 3)
    assert.equal(
      found.shapes[0].message,
      '1 entity, recognised by `name`, `city`, has more than one value of `customer` (3 records).',
    )
    assert.equal(found.outcomes.get(1)?.asserted_records, 10)
  })

  test('are kept up to the limit', async () => {
    const found = await resolve({}, { fields: ['name'], source_record_limit: 1 })
    assert.equal(recordsIn(found).length, 1)
    assert.equal(found.shapes[0]?.anomalous_records_count, 4)
  })

  test('are paired by texts within texts, and by how they sound, when the check says so', async () => {
    assert.deepEqual(customersIn(await resolve({}, { fields: ['name'] })), [
      [1, 2],
      [1, 1],
      [1, 4],
    ])
    const within = await resolve({ pair_substrings: true }, { fields: ['name'] })
    assert.deepEqual(
      customersIn(within)
        .map(([, customer]) => customer)
        .sort(),
      [1, 2, 3, 4],
    )
    const sounding = await resolve(
      { pair_homophones: true, spelling_similarity_threshold: 0.99 },
      { fields: ['name'] },
    )
    const [entity] = customersIn(sounding).find(([, customer]) => customer === 7) ?? []
    const together = customersIn(sounding).filter(([id]) => id === entity)
    assert.deepEqual(together.map(([, customer]) => customer).sort(), [7, 8])
  })

  test('need numbers and times within their bounds', async () => {
    const near = (size: Record<string, unknown>, since: Record<string, unknown>) =>
      resolve({
        composite_match_threshold: 1,
        target_fields: [
          { upickle_type: 'NumericTargetField', field_name: 'size', ...size },
          { field_name: 'since', ...since },
        ],
      }).then((found) =>
        customersIn(found)
          .map(([, customer]) => customer)
          .sort(),
      )
    const day = { match_type: 'tolerance', millis: 86_400_000 }
    assert.deepEqual(await near({ delta: 9 }, day), [1, 2, 3])
    assert.deepEqual(await near({ delta: 8 }, day), [1, 3])
    assert.deepEqual(await near({ match_type: 'relative', percentage: 9 }, day), [1, 2, 3])
    assert.deepEqual(await near({ delta: 9 }, { millis: 86_399_999 }), [1, 3])
    assert.deepEqual(await near({ match_type: 'exact' }, { match_type: 'exact' }), [1, 3])
  })

  test('weigh in the mean score', async () => {
    const weighed = (weight: number) =>
      resolve({
        target_fields: [
          { field_name: 'name', weight },
          { field_name: 'size', delta: 9, weight: 1 },
        ],
      })
    // The sizes of Paris are far from those of Berlin: only a heavy name makes up for them.
    assert.equal((await weighed(1)).shapes[0]?.anomalous_records_count, 3)
    assert.equal((await weighed(9)).shapes[0]?.anomalous_records_count, 4)
  })

  test('are not compared when there would be too many, and an exact field helps', async () => {
    const many = await resolve({}, { table: 'crowd', fields: ['name'] })
    assert.equal(many.outcomes.get(1)?.assertion_result, 'unasserted')
    assert.match(reason(many), /^50005000 pairs of rows would have to be compared.*match_type exact/)
  })

  test('are recognised by fields that fit, or not at all', async () => {
    const wrong = await resolve({ target_fields: [{ field_name: 'name', match_type: 'absolute' }] })
    assert.match(reason(wrong), /^`name` \(String\) cannot be matched by absolute; take fuzzy or exact\./)
    const kind = await resolve({ target_fields: [{ field_name: 'size', upickle_type: 'StringTargetField' }] })
    assert.match(reason(kind), /^`size` is Integral, which is no StringTargetField\./)
    assert.match(reason(await resolve({})), /^Name the fields that entities are recognised by/)
    const twice = await resolve({ target_fields: [{ field_name: 'name' }, { field_name: 'name' }] })
    assert.match(reason(twice), /^`name` is named twice in target_fields/)
  })
})
