import assert from 'node:assert/strict'
import { describe, test, before, after } from 'node:test'
import { ExactNumber } from '../../src/kernel/cell.ts'
import { evaluated } from '../harness/engine.ts'
import { openExamples, type ExampleStore } from '../harness/example-stores.ts'

const nines = (count: number): string => '9'.repeat(count)
const half = `2.5${'0'.repeat(29)}`

/** What each row holds of a number without digits behind the point, of one with ten, of one with thirty and of a small one. */
const rows: (string | null)[][] = [
  [nines(38), '1.5', '1.5', '7'],
  [`-${nines(38)}`, `-${nines(28)}.9999999999`, `-${nines(8)}.5`, `-${nines(18)}`],
  ['2', '2.0000000000', half, '2'],
  ['2', '1.5000000000', '1.5', nines(18)],
  ['3', '2.4000000000', '3', '3'],
  [`1${'0'.repeat(28)}`, `${nines(28)}.5`, '0', '0'],
  [null, '1.5', '1', '1'],
  [nines(38), null, null, null],
]
const columns = ['whole', 'tenth', 'thirtieth', 'small'] as const
const native_types = {
  whole: 'decimal(38, 0)',
  tenth: 'decimal(38, 10)',
  thirtieth: 'decimal(38, 30)',
  small: 'bigint',
}

/** In units of thirty digits behind the point. */
function units(text: string): bigint {
  const [, sign = '', whole = '', fraction = ''] = /^(-?)(\d+)(?:\.(\d+))?$/.exec(text) ?? []
  return BigInt(`${sign}${whole}${fraction.padEnd(30, '0')}`)
}

/** Ids of the rows that have both values, of which this holds. */
function idsWhere(one: number, other: number, holds: (a: bigint, b: bigint) => boolean): number[] {
  return rows.flatMap((row, index) => {
    const [a, b] = [row[one], row[other]]
    return a != null && b != null && holds(units(a), units(b)) ? [index + 1] : []
  })
}

const one = 10n ** 30n

for (const engine of ['duckdb', 'postgresql']) {
  describe(`columns of ${engine} that need more than 38 digits together`, () => {
    let store: ExampleStore
    before(async () => {
      store = await openExamples(engine, [
        {
          name: 'wide',
          columns: {
            id: 'Integral',
            whole: 'Integral',
            tenth: 'Fractional',
            thirtieth: 'Fractional',
            small: 'Integral',
          },
          native_types,
          rows: rows.map((row, index) => [
            index + 1,
            ...row.map((text) => (text === null ? null : new ExactNumber(text))),
          ]),
        },
      ])
    })
    after(() => store.close())

    async function failing(rule_type: string, field: string, properties: object): Promise<number[]> {
      const container = store.container('wide')
      const { fields } = await store.session.describe(container)
      const itself = { container_id: 1, datastore_id: 1, name: 'wide', fields, container, open: null }
      const check = { rule_type, fields: [field], properties: { ...properties } }
      const { outcomes, records } = await evaluated(store, 'wide', [check], {
        references: new Map([[1, itself]]),
      })
      assert.notEqual(
        outcomes.get(1)?.assertion_result,
        'unasserted',
        outcomes.get(1)?.assertion_details ?? '',
      )
      const ids = records.map(({ record }) => (JSON.parse(record) as { id: number }).id)
      return ids.toSorted((a, b) => a - b)
    }

    for (const [left, field] of columns.entries())
      for (const [right, field_name] of columns.entries()) {
        if (left === right) continue
        test(`${field} beside ${field_name}`, async () => {
          const judged = (rule: string, properties: object = {}) =>
            failing(rule, field, { field_name, ...properties })
          const where = (holds: (a: bigint, b: bigint) => boolean) => idsWhere(left, right, holds)
          assert.deepEqual(
            await judged('equalToField'),
            where((a, b) => a !== b),
          )
          assert.deepEqual(
            await judged('greaterThanField'),
            where((a, b) => a <= b),
          )
          assert.deepEqual(
            await judged('lessThanField', { inclusive: true }),
            where((a, b) => a > b),
          )
          const near = { numeric_comparator: { epsilon: 1 } }
          const isFar = (a: bigint, b: bigint) => (a > b ? a - b : b - a) > one
          assert.deepEqual(await judged('equalToField', near), where(isFar))
          assert.deepEqual(
            await judged('greaterThanField', { ...near, inclusive: true }),
            where((a, b) => a < b && isFar(a, b)),
          )
        })

        test(`${field} among the values of ${field_name}`, async () => {
          const properties = { field_name, ref_container_id: 1 }
          const others = new Set(rows.flatMap((row) => (row[right] == null ? [] : units(row[right]))))
          const isThere = (a: bigint) => others.has(a)
          const present = idsWhere(left, left, isThere)
          assert.deepEqual(await failing('notExistsIn', field, properties), present)
          assert.deepEqual(
            await failing('existsIn', field, properties),
            idsWhere(left, left, (a) => !isThere(a)),
          )
        })
      }
  })
}
