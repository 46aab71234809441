import assert from 'node:assert/strict'
import { test } from 'node:test'
import { DuckDBInstance } from '@duckdb/node-api'
import { converted, valueAs } from './text-types.ts'

const numbers = [
  '7',
  '-7',
  ' 7',
  '7 ',
  '007',
  '+7',
  '7.5',
  '1e3',
  '1_000',
  '0x10',
  '',
  ' ',
  '-0',
  '9223372036854775807',
]
const beyond = ['9223372036854775808', '170141183460469231731687303715884105727', '1'.repeat(40)]
const days = ['2024-02-29', '2024-2-29', ' 2024-02-29', '2024-2-29 ', '2023-02-29', '20240229', '10000-01-01']
const others = ['infinity', '-infinity', '0044-03-15 (BC)', '2024-02-29 12:00:00', '٧', 'seven', '２０２４']

test('a value fits its type alike whether it is turned into it once or for each test', async () => {
  const instance = await DuckDBInstance.create(':memory:')
  const connection = await instance.connect()
  const texts = [...numbers, ...beyond, ...days, ...others].map((text) => `('${text}')`)
  await connection.run(`create table texts as select * from (values ${texts.join(', ')}, (null)) as t(v)`)
  const fitting: Record<string, number> = {}
  for (const type of ['BIGINT', 'HUGEINT', 'DATE']) {
    const by = (read?: string) => converted('v', type, {}, 'null', read)
    const reader = await connection.runAndReadAll(
      `select count(${by()}), count(*) filter (where (${by()}) is distinct from (${by('r')}))
       from (select v, ${valueAs('v', type, {})} as r from texts)`,
    )
    const [fits, apart] = (reader.getRows()[0] ?? []).map(Number)
    assert.equal(apart, 0, type)
    fitting[type] = fits ?? 0
  }
  assert.deepEqual(fitting, { BIGINT: 6, HUGEINT: 8, DATE: 2 })
  connection.closeSync()
  instance.closeSync()
})
