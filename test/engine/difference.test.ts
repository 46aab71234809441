import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { ExactNumber, type Cell } from '../../src/kernel/cell.ts'
import type { Reference } from '../../src/engine/check.ts'
import type { FieldType } from '../../src/model/field.ts'
import { evaluated, type Found, type GivenCheck } from '../harness/engine.ts'
import { openExamples, type ExampleStore, type ExampleTable } from '../harness/example-stores.ts'

const whole: Record<string, FieldType> = { id: 'Integral', name: 'String' }

/** Each table is a file for DuckDB and a table in SQLite; the tests compare the two. */
const tables: Record<string, { columns: Record<string, FieldType>; target: Cell[][]; reference: Cell[][] }> =
  {
    people: {
      columns: { id: 'Integral', name: 'String', status: 'String' },
      target: [
        [1, 'Ann', 'new'],
        [2, 'Bob', 'new'],
        [3, null, 'old'],
        [9007199254740993n, 'Zoë', 'old'],
      ],
      reference: [
        [1, 'Ann', 'new'],
        [2, 'Rob', 'old'],
        [3, null, 'old'],
        [9007199254740992n, 'Zoe\u0308', 'old'],
      ],
    },
    twins: {
      columns: whole,
      target: [
        [1, 'a'],
        [1, 'a'],
        [1, 'a'],
        [2, 'b'],
        [null, 'c'],
        [null, null],
      ],
      reference: [
        [1, 'a'],
        [2, 'b'],
        [2, 'b'],
        [null, 'c'],
        [null, 'd'],
      ],
    },
    repeated: {
      columns: whole,
      target: [
        [1, 'a'],
        [1, 'b'],
      ],
      reference: [[1, 'b']],
    },
    prices: {
      columns: { id: 'Integral', price: 'Fractional' },
      target: [
        [1, new ExactNumber('1.10')],
        [2, new ExactNumber('100')],
        [3, null],
        [4, 0],
      ],
      reference: [
        [1, new ExactNumber('1.0')],
        [2, new ExactNumber('111')],
        [3, 5],
        [4, -0],
      ],
    },
    moments: {
      columns: { id: 'Integral', seen: 'Timestamp' },
      target: [
        [1, '2024-01-01 10:00:00'],
        [2, '2024-01-01 10:00:00.5'],
      ],
      reference: [
        [1, '2024-01-01 10:00:00.000'],
        [2, '2024-01-01 10:00:01.501'],
      ],
    },
    many: {
      columns: whole,
      target: Array.from({ length: 300 }, (_, id) => [id, `v${id}`]),
      reference: [],
    },
  }

const tablesOf = (side: 'target' | 'reference'): ExampleTable[] =>
  Object.entries(tables).map(([name, { columns, [side]: rows }]) => ({ name, columns, rows }))

describe('the rows of containers in two stores', () => {
  let target: ExampleStore
  let other: ExampleStore
  before(async () => {
    target = await openExamples('duckdb', tablesOf('target'))
    other = await openExamples('sqlite', tablesOf('reference'))
  })
  after(async () => {
    await target.close()
    await other.close()
  })

  const differ = async (
    table: string,
    fields: string[],
    properties: Record<string, unknown> = {},
    given: Partial<GivenCheck> = {},
    more: Partial<Reference> & { limit?: number } = {},
  ): Promise<Found> => {
    const container = other.container(table)
    const { fields: known } = await other.session.describe(container)
    const { limit = 1000, ...beside } = more
    const reference: Reference = {
      container_id: 7,
      datastore_id: 2,
      name: 'elsewhere',
      fields: known,
      container,
      open: (work) => work(other.session),
      ...beside,
    }
    const check = {
      rule_type: 'dataDiff',
      fields,
      properties: { ref_container_id: 7, ...properties },
      ...given,
    }
    return evaluated(target, table, [check], {
      references: new Map([[7, reference]]),
      source_record_limit: limit,
    })
  }
  const recordsIn = (found: Found) => found.shapes[0]?.records.map(({ record }) => record) ?? []
  const countIn = (found: Found) => found.shapes[0]?.anomalous_records_count ?? 0

  test('are removed and added when no ids are named, and said to be so with the size of each side', async () => {
    const found = await differ('people', ['id', 'name'])
    assert.equal(
      found.shapes[0]?.message,
      'There are 4 records that differ between `elsewhere` (4) and `people.parquet` (4): 2 added, 2 removed.',
    )
    assert.deepEqual(recordsIn(found).sort(), [
      '{"status":"added","id":{"left":"missing","right":2},"name":{"left":"missing","right":"Rob"}}',
      '{"status":"added","id":{"left":"missing","right":9007199254740992},"name":{"left":"missing","right":"Zoe\u0308"}}',
      '{"status":"removed","id":{"left":2,"right":"missing"},"name":{"left":"Bob","right":"missing"}}',
      '{"status":"removed","id":{"left":9007199254740993,"right":"missing"},"name":{"left":"Zoë","right":"missing"}}',
    ])
  })

  test('are changed when they have the same id, beside what is carried along', async () => {
    const found = await differ('people', ['name'], {
      id_field_names: ['id'],
      passthrough_field_names: ['status'],
      diff_change_types: ['changed', 'removed'],
    })
    // The container has a field called `status`, so that of the comparison steps back.
    assert.deepEqual(recordsIn(found), [
      '{"_status":"changed","id":2,"name":{"left":"Bob","right":"Rob"},"status":{"left":"new","right":"old"}}',
      '{"_status":"removed","id":9007199254740993,"name":{"left":"Zoë","right":"missing"},"status":{"left":"old","right":"missing"}}',
    ])
    assert.equal(countIn(found), 2)
  })

  test('do not raise an anomaly by differences that do not count', async () => {
    const found = await differ(
      'people',
      ['name'],
      { id_field_names: ['id'], diff_change_types: ['removed'] },
      { filter: 'id < 4' },
    )
    assert.deepEqual(found.shapes, [])
    assert.equal(found.outcomes.get(1)?.assertion_result, 'passed')
  })

  test('count as often as they occur, and NULL meets NULL', async () => {
    const found = await differ('twins', ['id', 'name'])
    assert.deepEqual(recordsIn(found).sort(), [
      '{"status":"added","id":{"left":"missing","right":2},"name":{"left":"missing","right":"b"}}',
      '{"status":"added","id":{"left":"missing","right":null},"name":{"left":"missing","right":"d"}}',
      '{"status":"removed","id":{"left":1,"right":"missing"},"name":{"left":"a","right":"missing"}}',
      '{"status":"removed","id":{"left":1,"right":"missing"},"name":{"left":"a","right":"missing"}}',
      '{"status":"removed","id":{"left":null,"right":"missing"},"name":{"left":null,"right":"missing"}}',
    ])
    const byId = await differ('twins', ['name'], { id_field_names: ['id'] })
    assert.deepEqual(recordsIn(byId), [
      '{"status":"removed","id":1,"name":{"left":"a","right":"missing"}}',
      '{"status":"removed","id":1,"name":{"left":"a","right":"missing"}}',
      '{"status":"added","id":2,"name":{"left":"missing","right":"b"}}',
      '{"status":"changed","id":null,"name":{"left":null,"right":"d"}}',
    ])
  })

  test('meet their equal first when an id is repeated', async () => {
    const found = await differ('repeated', ['name'], { id_field_names: ['id'] })
    assert.deepEqual(recordsIn(found), ['{"status":"removed","id":1,"name":{"left":"a","right":"missing"}}'])
  })

  test('hold numbers equal up to the bound, which is exact for decimals', async () => {
    const within = (epsilon: number, as_absolute: boolean, ids = true) =>
      differ('prices', ['price', ...(ids ? [] : ['id'])], {
        ...(ids && { id_field_names: ['id'] }),
        numeric_comparator: { epsilon, as_absolute },
      })
    const changed = async (found: Promise<Found>) =>
      recordsIn(await found).map((record) => (JSON.parse(record) as { id: number }).id)
    assert.deepEqual(await changed(within(0.1, true)), [2, 3])
    assert.deepEqual(await changed(within(0.09999, true)), [1, 2, 3])
    assert.deepEqual(await changed(within(11, false)), [3])
    assert.deepEqual(await changed(within(10.9, false)), [2, 3])
    // Without ids a row looks for any row within the bound, in its id too; NULL is near nothing.
    assert.equal(countIn(await within(0.1, true, false)), 4)
    assert.deepEqual(recordsIn(await within(11, true, false)), [
      '{"status":"removed","price":{"left":null,"right":"missing"},"id":{"left":3,"right":"missing"}}',
    ])
  })

  test('hold times equal up to the milliseconds given', async () => {
    const within = (millis: number) =>
      differ('moments', ['seen'], { id_field_names: ['id'], duration_comparator: { millis } })
    assert.deepEqual((await within(1001)).shapes, [])
    assert.deepEqual(recordsIn(await within(1000)), [
      '{"status":"changed","id":2,"seen":{"left":"2024-01-01 10:00:00.5","right":"2024-01-01 10:00:01.501"}}',
    ])
  })

  test('are shown up to the limit, while the count stays whole', async () => {
    const found = await differ('many', ['id', 'name'], {}, {}, { limit: 7 })
    assert.equal(recordsIn(found).length, 7)
    assert.equal(countIn(found), 300)
    assert.equal(found.outcomes.get(1)?.asserted_records, 300)
    assert.equal(found.outcomes.get(1)?.anomalous_records, 300)
  })

  test('do not show what is masked in the other container', async () => {
    const found = await differ(
      'people',
      ['name'],
      { id_field_names: ['id'], diff_change_types: ['changed'] },
      {},
      { masked_fields: new Set(['name']) },
    )
    assert.deepEqual(recordsIn(found), [
      '{"status":"changed","id":2,"name":{"left":"Bob","right":"***MASKED***"}}',
    ])
  })

  test('are not judged when the other container lacks a field or cannot be read', async () => {
    const lacking = await differ('people', ['name'], {}, {}, { fields: [] })
    assert.equal(lacking.outcomes.get(1)?.assertion_result, 'unasserted')
    assert.match(
      lacking.outcomes.get(1)?.assertion_details ?? '',
      /^`elsewhere` had no field called "name" when it was last synced;/,
    )
    const gone = await differ('people', ['name'], {}, {}, { container: other.container('nowhere') })
    assert.equal(gone.outcomes.get(1)?.assertion_result, 'unasserted')
    assert.match(gone.outcomes.get(1)?.assertion_details ?? '', /nowhere/)
  })

  test('are never `changed` without ids, so a check that asks for no more is refused', async () => {
    const found = await differ('people', ['name'], { diff_change_types: ['changed'] })
    assert.match(
      found.outcomes.get(1)?.assertion_details ?? '',
      /^Without id_field_names no row is `changed`/,
    )
  })
})
