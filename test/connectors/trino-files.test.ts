import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Aborted, RunFailure } from '../../src/kernel/errors.ts'
import { trinoFiles, trinoFilesAbsence } from '../harness/trino-files.ts'
import { evaluatesFiles, fileOf } from './engine-files.ts'

evaluatesFiles(
  {
    type: 'trino',
    title: 'Trino',
    skip: trinoFilesAbsence,
    open: () => trinoFiles(),
    not_taken: [
      [
        'whole numbers without a sign',
        'a.parquet',
        'select 4000000000::uinteger as n',
        /"n" has the type UINTEGER/,
      ],
      ['lists', 'a.parquet', 'select [1, 2] as n', /"n" has the type INTEGER\[\]/],
      [
        'a name that Trino does not take',
        'a.parquet',
        'select 1 as "a, b"',
        /Trino does not take it \(Hive column names must not contain commas/,
      ],
      ['values in the names of folders', 'month=1/a.parquet', 'select 1 as n', /its folders hold values/],
      ['names that Trino passes over', '_a.parquet', 'select 1 as n', /passes over/],
    ] as const,
    refused: (table) => [
      `insert into ${table} values (2)`,
      `drop table ${table}`,
      `with function f() returns int return 1 select f()`,
      `select * from table(system.query(query => 'select 1'))`,
    ],
  },
  ({ at, write, evaluated, opened, rowsOf }) => {
    test('with times are not evaluated by Trino when its catalog reads them in another zone', async () => {
      const elsewhere = await trinoFiles(undefined, 'elsewhere')
      try {
        await write('times.parquet', 'select make_timestamptz(1711852200123456) as seen')
        const evaluation = await evaluated('times.parquet', {
          place: { ...elsewhere.place, location: at().place.location },
        })
        assert.ok('reason' in evaluation)
        assert.match(evaluation.reason, /"seen" in another zone than UTC; set hive\.parquet\.time-zone=UTC/)
      } finally {
        await elsewhere.close()
      }
    })

    test('leave nothing in Trino when the work on them is aborted', async () => {
      await write('orders.parquet', 'select i as id from range(100000) as numbers(i)')
      const abort = new AbortController()
      const session = await opened('orders.parquet', { signal: abort.signal })
      const { fields } = await session.describe(fileOf('orders.parquet'))
      const relation = session.relation(fileOf('orders.parquet'), fields, 'all')
      const sql = `select count(*) from ${relation.kind === 'store' ? relation.sql : ''} cross join tpch.sf1000.lineitem`
      const failed = assert.rejects(session.query({ sql, parameters: [] }), Aborted)
      while ((await at().run([running(sql.slice(-40))])).length === 0) continue
      abort.abort()
      await failed
      await session.close()
      assert.deepEqual(await at().declared(), [])
    })

    test('whose table somebody drops meanwhile are declared to Trino anew by another try', async () => {
      await write('orders.parquet', 'select 1 as id')
      const session = await opened('orders.parquet')
      await rowsOf(session, 'orders.parquet')
      const { catalog, schema } = at().place
      for (const table of await at().declared()) await at().run([`drop table ${catalog}.${schema}.${table}`])
      await assert.rejects(
        rowsOf(session, 'orders.parquet'),
        (error) => error instanceof RunFailure && error.retryable,
      )
      await session.close()
    })
  },
)

/** The statements that run now and hold a text. */
const running = (mark: string): string =>
  `select 1 from system.runtime.queries where state = 'RUNNING' and query like '%${mark}%' and query not like '%system.runtime%'`
