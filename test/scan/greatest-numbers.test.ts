import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { parquetOf } from '../harness/parquet.ts'
import { datastoreOn, tableStores, type TableStore } from '../harness/table-stores.ts'
import { startWorkingApp, type WorkingApp } from '../harness/working-app.ts'

const nines = (count: number): string => '9'.repeat(count)
const decimals = [nines(38), `-${nines(38)}`, '0', '1', '2', '-1', 'null']
const prices = [nines(28), `-${nines(28)}`, '1.5', '1.4', '0', '-1', 'null']
const wholes = ['9223372036854775807', '-9223372036854775807', '0', '1', '2', '-1', 'null']
const floats = ['1e308', '-1e308', '0', '1', '5e-324', '0.1', 'null']
const rows = decimals.map((d, row) => [
  d,
  prices[row],
  wholes[row],
  `cast('${floats[row]}' as double precision)`,
])
const values = rows
  .map((row) => `(${row.join(', ')})`)
  .join(', ')
  .replaceAll(`'null'`, 'null')

/** The rows of seven that fail, and the rule with its properties. */
const expected: [number, string, string, object][] = [
  [4, 'between', 'd', { min: -0.5, max: 1.5 }],
  [1, 'maxValue', 'd', { value: `${nines(37)}8.5` }],
  [1, 'minValue', 'd', { value: `-${nines(37)}8.5` }],
  [0, 'minValue', 'd', { value: `-${nines(38)}.5` }],
  [6, 'lessThan', 'd', { value: `-${nines(38)}.5` }],
  [4, 'greaterThan', 'd', { value: '1.5' }],
  [6, 'equalTo', 'd', { value: 1.5 }],
  [5, 'expectedValues', 'd', { list: [0.5, 1] }],
  [6, 'expectedValues', 'd', { list: [0.5] }],
  [6, 'equalTo', 'p', { value: nines(38) }],
  [0, 'maxValue', 'p', { value: `${nines(38)}.00000000001` }],
  [6, 'greaterThan', 'p', { value: `${nines(38)}.00000000001` }],
  [2, 'maxValue', 'p', { value: '1.49999999999999999999' }],
  [2, 'maxValue', 'i', { value: '1.55555555555555555555' }],
  [2, 'minValue', 'i', { value: '-0.55555555555555555555' }],
  [2, 'predictedBy', 'f', { expression: '-f', tolerance: 2 }],
  [0, 'predictedBy', 'f', { expression: 'f', tolerance: Number.MAX_VALUE }],
  [0, 'equalTo', 'f', { value: 0, numeric_comparator: { epsilon: Number.MAX_VALUE } }],
  [0, 'equalToField', 'f', { field_name: 'p', numeric_comparator: { epsilon: Number.MAX_VALUE } }],
]

describe('numbers with all digits that there are', () => {
  let app: WorkingApp
  const stores: TableStore[] = []
  before(async () => void (app = await startWorkingApp()))
  after(async () => {
    await app.close()
    for (const store of stores) await store.close()
  })

  const container: Record<string, () => Promise<number | undefined>> = {
    async parquet() {
      const types = 'd::decimal(38, 0) as d, p::decimal(38, 10) as p, i::bigint as i, f::double as f'
      const select = `select ${types} from (values ${values}) as t(d, p, i, f)`
      return (await app.containers(await app.source({ 't.parquet': await parquetOf(select) }))).get(
        't.parquet',
      )
    },
  }
  for (const type of ['duckdb', 'postgresql', 'mariadb'])
    container[type] = async () => {
      const store = await (tableStores[type] ?? assert.fail())(app.folder)
      stores.push(store)
      const shown = type === 'mariadb' ? values.replaceAll('double precision', 'double') : values
      await store.run([
        'create table t (d decimal(38, 0), p decimal(38, 10), i bigint, f double precision)',
        `insert into t values ${shown}`,
      ])
      const source = await datastoreOn(app, type, store)
      await app.ended(await app.trigger(source, { type: 'sync' }))
      return (await app.containers(source)).get('t')
    }

  for (const [type, make] of Object.entries(container))
    test(`are judged in ${type} by constants with more of them, and by the greatest tolerances`, async () => {
      const container_id = await make()
      for (const [failing, rule, field, properties] of expected) {
        const { status, body } = await app.ask('POST', '/api/quality-checks/validate', {
          quality_check: { container_id, description: rule, rule, fields: [field], properties },
        })
        const found = [status, body.assertion_result, body.anomalous_records]
        const said = `${rule} ${JSON.stringify(properties)}: ${JSON.stringify(body)}`
        assert.deepEqual(found, [200, failing === 0 ? 'passed' : 'failed', failing], said)
      }
    })
})
