import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { StatementTooLarge, type Session } from '../../src/connectors/connector.ts'
import { connectors } from '../../src/connectors/registry.ts'
import { clickhouseAbsence, clickhouseSource, type ClickhouseSource } from '../harness/clickhouse-source.ts'
import { boundsIn } from '../harness/example-tables.ts'

describe(
  'an account of clickhouse whose profile leaves out rows, guesses or remembers',
  { skip: clickhouseAbsence },
  () => {
    const folder = mkdtempSync(join(tmpdir(), 'assay-clickhouse-profiles-'))
    let source: ClickhouseSource
    let session: Session
    before(async () => {
      source = await clickhouseSource()
      await source.run([
        'create table few engine = MergeTree order by n as select number as n, toString(number) as t from numbers(90000)',
        'create table many engine = MergeTree order by n as select number as n from numbers(300000)',
        'create table gaps (n Nullable(Int32)) engine = Memory',
        'insert into gaps values (1), (null)',
      ])
      const connection = { ...source.connection, username: 'limited' }
      session = await connectors.get('clickhouse').open(connection, source.target, boundsIn(folder))
    })
    after(async () => {
      await session.close()
      await source.close()
      rmSync(folder, { recursive: true, force: true })
    })

    const rowsOf = async (sql: string) => (await session.query({ sql, parameters: [] })).rows
    const isTooLarge = (error: unknown): boolean => error instanceof StatementTooLarge

    test('has no answer over some of the rows: what is beyond its limits is refused', async () => {
      await assert.rejects(rowsOf('select count(), max(n) from many where n >= 0'), isTooLarge)
      await assert.rejects(rowsOf('select t, count() from few group by t'), isTooLarge)
    })

    test('counts distinct values without an estimate', async () => {
      assert.deepEqual(await rowsOf('select count(distinct t) from few'), [[90_000]])
    })

    test('answers for NULL and for no rows as any other account', async () => {
      assert.deepEqual(await rowsOf('select count() from gaps where n in (1, null)'), [[1]])
      assert.deepEqual(await rowsOf('select count(), max(n) from gaps where n > 7'), [[0, null]])
    })
  },
)
