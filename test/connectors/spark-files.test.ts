import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sparkAbsence } from '../harness/spark-absence.ts'
import { sparkFiles } from '../harness/spark-files.ts'
import { evaluatesFiles } from './engine-files.ts'

evaluatesFiles(
  {
    type: 'spark',
    title: 'Spark',
    skip: sparkAbsence,
    open: sparkFiles,
    not_taken: [
      ['lists', 'a.parquet', 'select [1, 2] as n', /"n" has the type INTEGER\[\]/],
      ['values in the names of folders', 'month=1/a.parquet', 'select 1 as n', /its folders hold values/],
      ['names that Spark passes over', '_a.parquet', 'select 1 as n', /Spark passes over/],
    ],
    refused: (table) => [
      `insert into ${table} values (2)`,
      `drop view ${table}`,
      `create or replace temporary view ${table} as select 2 as id`,
      `with some as (select 2 as id) insert into ${table} select id from some`,
      'select * from parquet.`/tmp`',
      'select input_file_name()',
    ],
  },
  ({ write, opened, rowsOf }) => {
    test('with whole numbers without a sign have the values that they have here', async () => {
      await write(
        'a.parquet',
        'select 4294967295::uinteger as medium, 18446744073709551615::ubigint as wide, 255::utinyint as tiny',
      )
      const session = await opened('a.parquet')
      assert.deepEqual(await rowsOf(session, 'a.parquet'), [['4294967295', '18446744073709551615', '255']])
      await session.close()
    })

    test('are found by names that would be patterns or escapes elsewhere', async () => {
      for (const [index, name] of [
        'a b%20c.parquet',
        '{x,y}.parquet',
        '[z]?.parquet',
        "ä'ö.parquet",
      ].entries()) {
        await write(name, `select ${index} as id`)
        const session = await opened(name)
        assert.deepEqual(await rowsOf(session, name), [[String(index)]])
        await session.close()
      }
    })

    test('in more folders than Trino takes are read together', async () => {
      for (let day = 10; day < 35; day++) await write(`d${day}/day.parquet`, `select ${day} as id`)
      const session = await opened('d*/day.parquet')
      assert.equal((await rowsOf(session, 'd*/day.parquet')).length, 25)
      await session.close()
    })
  },
)
