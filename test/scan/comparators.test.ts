import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { datastoreOn, tableStores } from '../harness/table-stores.ts'
import { csv, startWorkingApp, type Source, type WorkingApp } from '../harness/working-app.ts'

const header = ['id', 'a', 'b', 'at', 'later', 'text', 'other']
/** Row 3 differs by 10 %, row 4 by 4 % and 0.2; times by 0.5 s, 2 s, a microsecond and nothing. */
const left = csv(header, [
  [1, 10, 10, '2026-01-01T00:00:00', '2026-01-01T00:00:00.5', '" x  y "', 'x y'],
  [2, 10, 10.4, '2026-01-02T00:00:00', '2026-01-02T00:00:02', 'p', 'q'],
  [3, 100, 110, '2026-01-03T00:00:00.123456', '2026-01-03T00:00:00.123457', 'same', 'same'],
  [4, -5, -5.2, '2026-01-04T00:00:00', '2026-01-04T00:00:00', null, 'q'],
  [5, 0, 0.5, '2026-01-05T00:00:00', null, 'xy', 'x y'],
])
/** The same rows with the second of each pair in the place of the first. */
const right = csv(
  ['id', 'a', 'at', 'text'],
  [
    [1, 10, '2026-01-01T00:00:00.5', 'x y'],
    [2, 10.4, '2026-01-02T00:00:02', 'q'],
    [3, 110, '2026-01-03T00:00:00.123457', 'same'],
    [4, -5.2, '2026-01-04T00:00:00', 'q'],
    [5, 0.5, null, 'x y'],
  ],
)

describe('comparators of a check, from its properties to the rows that fail', () => {
  let service: WorkingApp
  let source: Source
  let reference = 0
  before(async () => {
    service = await startWorkingApp()
    source = await service.source({ 'left.csv': left, 'right.csv': right })
    reference = (await service.containers(source)).get('right.csv') ?? 0
  })
  after(() => service.close())

  /** Ids of the rows that fail, one anomaly each. */
  async function failing(
    rule: string,
    field: string,
    field_name: string,
    properties: object,
  ): Promise<number[]> {
    const id = await service.check(source, 'left.csv', {
      rule,
      fields: [field],
      properties: { field_name, ...properties },
    })
    const run = await service.scan(source, { container_names: ['left.csv'] })
    assert.equal(run.message, null)
    const { body } = await service.ask('GET', `/api/anomalies?quality_check=${id}&sort_created=asc`)
    const rows = await Promise.all(
      body.items.map(async (anomaly: { id: number }) => {
        const record = await service.ask('GET', `/api/anomalies/${anomaly.id}/source-record`)
        return JSON.parse(record.body.source_record)[0].id
      }),
    )
    await service.ask('DELETE', `/api/quality-checks/${id}?archive=false`)
    return rows.toSorted()
  }

  /** Ids of the rows that a dataDiff calls changed. */
  async function changed(field: string, properties: object): Promise<number[]> {
    const id = await service.check(source, 'left.csv', {
      rule: 'dataDiff',
      fields: [field],
      properties: { ref_container_id: reference, id_field_names: ['id'], ...properties },
    })
    const run = await service.scan(source, { container_names: ['left.csv'] })
    assert.equal(run.message, null)
    const { body } = await service.ask('GET', `/api/anomalies?quality_check=${id}`)
    const [anomaly] = body.items
    const record = await service.ask('GET', `/api/anomalies/${anomaly.id}/source-record`)
    await service.ask('DELETE', `/api/quality-checks/${id}?archive=false`)
    return JSON.parse(record.body.source_record).map((row: { id: number }) => row.id)
  }

  test('numeric, as an absolute difference, which is also what is meant when nothing is said', async () => {
    const half = { numeric_comparator: { epsilon: 0.5, as_absolute: true } }
    assert.deepEqual(await failing('equalToField', 'a', 'b', half), [3])
    assert.deepEqual(await failing('equalToField', 'a', 'b', { numeric_comparator: { epsilon: 0.5 } }), [3])
    assert.deepEqual(await failing('equalToField', 'a', 'b', {}), [2, 3, 4, 5])
    assert.deepEqual(await failing('lessThanField', 'a', 'b', { inclusive: true, ...half }), [])
    assert.deepEqual(await failing('lessThanField', 'a', 'b', { inclusive: false, ...half }), [1, 2, 4, 5])
    assert.deepEqual(await failing('greaterThanField', 'a', 'b', { inclusive: true, ...half }), [3])
    assert.deepEqual(await changed('a', half), [3])
  })

  test('numeric, as a percentage of the judged value', async () => {
    const percent = (epsilon: number) => ({ numeric_comparator: { epsilon, as_absolute: false } })
    assert.deepEqual(await failing('equalToField', 'a', 'b', percent(4)), [3, 5])
    assert.deepEqual(await failing('equalToField', 'a', 'b', percent(10)), [5])
    assert.deepEqual(await changed('a', percent(10)), [5])
  })

  test('duration, in milliseconds', async () => {
    const within = (millis: number) => ({ duration_comparator: { millis } })
    assert.deepEqual(await failing('equalToField', 'at', 'later', within(0)), [1, 2, 3])
    assert.deepEqual(await failing('equalToField', 'at', 'later', within(500)), [2])
    assert.deepEqual(
      await failing('greaterThanField', 'at', 'later', { inclusive: true, ...within(1) }),
      [1, 2],
    )
    assert.deepEqual(await changed('at', within(500)), [2, 5])
  })

  test('string, with white space left aside or not', async () => {
    const blanks = (ignore_whitespace: boolean) => ({ string_comparator: { ignore_whitespace } })
    assert.deepEqual(await failing('equalToField', 'text', 'other', blanks(true)), [2, 5])
    assert.deepEqual(await failing('equalToField', 'text', 'other', blanks(false)), [1, 2, 5])
    assert.deepEqual(await changed('text', blanks(true)), [2, 4, 5])
    assert.deepEqual(await changed('text', blanks(false)), [1, 2, 4, 5])
  })
})

describe('a tolerance between decimals that have all digits that a store has', () => {
  let service: WorkingApp
  before(async () => void (service = await startWorkingApp()))
  after(() => service.close())

  for (const type of ['duckdb', 'postgresql', 'mariadb'])
    test(`is judged by ${type} whatever digits the tolerance has`, async () => {
      const store = await (tableStores[type] ?? assert.fail())(service.folder)
      try {
        const whole = '1234567890123456789012345678'
        await store.run([
          'create table prices (id int, n decimal(38, 10), m decimal(38, 10))',
          `insert into prices values (1, ${whole}.0123456789, ${whole}.3123456789), (2, ${whole}.1, ${whole}.6), (3, 1, 1.4), (4, null, 1), (5, ${whole}.1, 1)`,
        ])
        const source = await datastoreOn(service, type, store)
        await service.ended(await service.trigger(source, { type: 'sync' }))
        const checks = [
          { rule: 'equalToField', properties: { field_name: 'm', numeric_comparator: { epsilon: 0.4 } } },
          { rule: 'predictedBy', properties: { expression: 'm', tolerance: 0.4 } },
        ]
        for (const check of checks) await service.check(source, 'prices', { ...check, fields: ['n'] })
        const run = await service.scan(source)
        assert.deepEqual([run.result, run.message], ['success', null])
        const { body } = await service.ask('GET', `/api/anomalies?datastore=${source.datastore_id}`)
        const found = await Promise.all(
          body.items.map(async ({ id, failed_checks }: { id: number; failed_checks: object[] }) => {
            const record = await service.ask('GET', `/api/anomalies/${id}/source-record`)
            return [JSON.parse(record.body.source_record)[0].id, failed_checks.length]
          }),
        )
        assert.deepEqual(found.toSorted(), [
          [2, 2],
          [5, 2],
        ])
      } finally {
        await store.close()
      }
    })
})
