import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { DuckDBInstance } from '@duckdb/node-api'
import { connectors } from '../../src/connectors/registry.ts'
import { ExactNumber } from '../../src/kernel/cell.ts'
import { evaluated } from '../harness/engine.ts'
import {
  absenceOf,
  boundsIn,
  exampleEngines,
  openExamples,
  type ExampleStore,
} from '../harness/example-stores.ts'

/** A letter with a mark of its own, and a character beyond the first plane. */
const combined = 'a\u0308\u{1F642}'

/** The only record of the only row, as it is kept. */
async function recordOf(store: ExampleStore, table: string): Promise<string> {
  const { records } = await evaluated(store, table, [
    { rule_type: 'satisfiesExpression', properties: { expression: '1 = 0' } },
  ])
  assert.equal(records.length, 1)
  return records[0]?.record ?? ''
}

describe('a record of a Parquet file', () => {
  let folder: string
  let store: ExampleStore
  before(async () => {
    folder = mkdtempSync(join(tmpdir(), 'assay-extremes-'))
    const instance = await DuckDBInstance.create(':memory:')
    const writer = await instance.connect()
    const write = async (name: string, columns: string) =>
      writer.run(`copy (select ${columns}) to '${join(folder, `${name}.parquet`)}'`)
    await writer.run(`set timezone = 'America/New_York'`)
    await write(
      'numbers',
      `9223372036854775807::bigint as most, 18446744073709551615::ubigint as unsigned, 9007199254740993::bigint as odd,
       1234567890123456789012345678.0123456789::decimal(38, 10) as exact, 0.10::decimal(4, 2) as scaled,
       0.1::float as single, 'nan'::double as none, '-inf'::double as low, -0.0::double as minus, 1e300::double as large`,
    )
    await write(
      'nested',
      `[1, null, 9007199254740993]::bigint[] as list, {'a': 9007199254740993, 'b': 0.10::decimal(30, 20), 'c': [true, null]} as struct,
       map {'k': 12345678901234567890.5::decimal(38, 1)} as map, [[], ['x']]::varchar[][] as lists, null::int[] as nothing`,
    )
    await write(
      'others',
      `'\\xAA\\x00\\x41'::blob as bytes, true as truth, '{"a": 9007199254740993, "b": 1.10}'::json as document,
       '${combined}' as text, '' as empty, uuid '00000000-0000-4000-8000-000000000001' as id, time '23:59:59.999999' as clock`,
    )
    await write(
      'moments',
      `timestamp '2024-03-10 02:30:00.123456' as plain, timestamptz '2024-11-03 01:30:00-05' as zoned,
       date '0001-01-01' as first, timestamp '9999-12-31 23:59:59.999999' as last, timestamp_ns '2024-02-29 12:00:00.123456789' as nanos`,
    )
    writer.closeSync()
    instance.closeSync()
    const session = await connectors
      .get('local')
      .open({}, { database: null, schema: null, root_path: folder }, boundsIn(folder))
    store = {
      session,
      container: (name) => ({ name: `${name}.parquet`, container_type: 'file', file_options: {} }),
      close: () => session.close(),
    }
  })
  after(async () => {
    await store.close()
    rmSync(folder, { recursive: true, force: true })
  })

  const expected: [string, string, string][] = [
    [
      'keeps every digit of whole numbers and decimals',
      'numbers',
      '{"most":9223372036854775807,"unsigned":18446744073709551615,"odd":9007199254740993,"exact":1234567890123456789012345678.0123456789,"scaled":0.10,"single":0.1,"none":"NaN","low":"-Infinity","minus":0,"large":1e+300}',
    ],
    [
      'keeps them inside lists, structs and maps too',
      'nested',
      '{"list":[1,null,9007199254740993],"struct":{"a":9007199254740993,"b":0.10000000000000000000,"c":[true,null]},"map":{"k":12345678901234567890.5},"lists":[[],["x"]],"nothing":null}',
    ],
    [
      'shows bytes, documents and texts as they are',
      'others',
      String.raw`{"bytes":"\\xaa0041","truth":true,"document":"{\"a\": 9007199254740993, \"b\": 1.10}","text":"${combined}","empty":"","id":"00000000-0000-4000-8000-000000000001","clock":"23:59:59.999999"}`,
    ],
    [
      'shows times as they are, and with a zone as the instant in UTC',
      'moments',
      '{"plain":"2024-03-10 02:30:00.123456","zoned":"2024-11-03 06:30:00Z","first":"0001-01-01","last":"9999-12-31 23:59:59.999999","nanos":"2024-02-29 12:00:00.123456789"}',
    ],
  ]
  for (const [title, table, record] of expected)
    test(title, async () => assert.equal(await recordOf(store, table), record))
})

const most = '9223372036854775807'
const digits = '1234567890123456789012345678.0123456789'

for (const engine of exampleEngines) {
  test(
    `a record on ${engine} keeps every digit that the engine holds`,
    { skip: absenceOf(engine) },
    async () => {
      const store = await openExamples(engine, [
        {
          name: 'extremes',
          columns: {
            most: 'Integral',
            odd: 'Integral',
            exact: 'Fractional',
            text: 'String',
            moment: 'Timestamp',
            truth: 'Boolean',
            nothing: 'String',
            day: 'Date',
            low: 'Fractional',
          },
          native_types: { exact: 'decimal(38, 10)' },
          rows: [
            [
              BigInt(most),
              9007199254740993n,
              new ExactNumber(digits),
              `${combined} \\`,
              '2024-03-10 02:30:00.123456',
              true,
              null,
              '0001-01-01',
              -1e300,
            ],
          ],
        },
      ])
      try {
        // SQLite has no decimals; what it holds is a binary fraction.
        const exact = engine === 'sqlite' ? String(Number(digits)) : digits
        assert.equal(
          await recordOf(store, 'extremes'),
          String.raw`{"most":${most},"odd":9007199254740993,"exact":${exact},"text":"${combined} \\","moment":"2024-03-10 02:30:00.123456","truth":true,"nothing":null,"day":"0001-01-01","low":-1e+300}`,
        )
      } finally {
        await store.close()
      }
    },
  )
}
