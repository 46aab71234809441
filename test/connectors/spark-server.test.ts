import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import {
  StatementRefused,
  StatementTooLarge,
  type Session,
  type SessionBounds,
} from '../../src/connectors/connector.ts'
import { sourceWords } from '../../src/connectors/readable.ts'
import { connectors } from '../../src/connectors/registry.ts'
import { cellText } from '../../src/kernel/cell.ts'
import { Aborted } from '../../src/kernel/errors.ts'
import { boundsIn, tableNamed } from '../harness/example-tables.ts'
import { sparkAbsence } from '../harness/spark-absence.ts'
import { sparkSource, type SparkSource } from '../harness/spark-source.ts'

/** Takes both cores of the server of the tests for hours. */
const slow = 'select count(*) from range(0, 100000000000, 1, 2) as one where hash(id) = 3'
/** Needs a core, and so comes to its end only when one is free. */
const modest = 'select count(*) from range(0, 10, 1, 2) as one where hash(id) <> 3'

const asked = (session: Session, sql: string) => session.query({ sql, parameters: [] })

describe('a real server of Spark', { skip: sparkAbsence }, () => {
  const folder = mkdtempSync(join(tmpdir(), 'assay-spark-'))
  let source: SparkSource
  before(async () => {
    source = await sparkSource()
  })
  after(async () => {
    await source?.close()
    rmSync(folder, { recursive: true })
  })

  const opened = (bounds: Partial<SessionBounds> = {}): Promise<Session> =>
    connectors.get('spark').open(source.connection, source.target, { ...boundsIn(folder), ...bounds })

  for (const ms of [0, 100, 2000]) {
    test(`runs nothing any more for a statement that is aborted after ${ms} ms`, async () => {
      const abort = new AbortController()
      const session = await opened({ signal: abort.signal })
      const failed = assert.rejects(asked(session, slow), Aborted)
      await pause(ms)
      abort.abort()
      await failed
      await session.close()
      const other = await opened()
      assert.deepEqual((await asked(other, modest)).rows, [[10]])
      await other.close()
    })
  }

  test('runs nothing any more for a stream that its reader leaves', async () => {
    const session = await opened()
    // The rows of a task come when it has ended, so there are many tasks.
    const sql = 'select id from range(0, 200000000000, 1, 20000) where hash(id) % 100000 = 3'
    for await (const { rows } of session.stream({ sql, parameters: [] })) {
      assert.ok(rows.length > 0)
      break
    }
    assert.deepEqual((await asked(session, modest)).rows, [[10]])
    await session.close()
  })

  test('refuses what the server has no memory or no depth for, and goes on', async () => {
    const session = await opened()
    const seconds = `sequence(timestamp '2000-01-01', timestamp '2060-01-01', interval 1 second)`
    await assert.rejects(asked(session, `select size(${seconds})`), StatementTooLarge)
    const nested = `select ${'('.repeat(3000)}1${')'.repeat(3000)}`
    await assert.rejects(asked(session, nested), (error) => {
      assert.ok(error instanceof StatementRefused, String(error))
      assert.match(sourceWords(error), /nested too deeply/)
      return true
    })
    assert.deepEqual((await asked(session, modest)).rows, [[10]])
    await session.close()
  })

  test('shows types of its own as the service knows them', async () => {
    await source.run([
      `create table kinds as select cast(1 as tinyint) as tiny, float(0.1) as short, 12345678901234567890.5 as exact, 'ab' collate UTF8_LCASE as folded, timestamp '2024-03-31 03:30:00.123456 Europe/Berlin' as instant, timestamp_ntz '9999-12-31 23:59:59.999999' as local_time, array(9007199254740993, null) as list, x'00ff' as bytes, map(1, 'a') as pairs, named_struct('x', date '0001-01-01') as parts, interval 90061.5 second as took`,
    ])
    const session = await opened()
    const { fields } = await session.describe(tableNamed('kinds'))
    const relation = session.relation(tableNamed('kinds'), fields, 'all')
    assert.equal(relation.kind, 'store')
    const { rows, columns } = await asked(
      session,
      `select * from ${relation.kind === 'store' ? relation.sql : ''}`,
    )
    assert.deepEqual(
      fields.map(({ native_type }) => native_type),
      [
        'tinyint',
        'float',
        'decimal(21, 1)',
        'string collate UTF8_LCASE',
        'timestamp',
        'timestamp_ntz',
        'array',
        'binary',
        'map',
        'struct',
        'day_time_interval',
      ],
    )
    assert.deepEqual(
      columns.map(({ type }) => type),
      [
        'Integral',
        'Fractional',
        'Fractional',
        'String',
        'Timestamp',
        'Timestamp',
        'Unknown',
        'Unknown',
        'Unknown',
        'Unknown',
        'Unknown',
      ],
    )
    assert.deepEqual(rows[0]?.map(cellText), [
      '1',
      '0.1',
      '12345678901234567890.5',
      '"ab"',
      '"2024-03-31 01:30:00.123456Z"',
      '"9999-12-31 23:59:59.999999"',
      '[9007199254740993,null]',
      '"AP8="',
      '{"1":"a"}',
      '{"x":"0001-01-01"}',
      '"90061.500000 seconds"',
    ])
    await session.close()
  })
})
