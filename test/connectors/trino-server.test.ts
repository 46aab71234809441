import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import type { Session, SessionBounds } from '../../src/connectors/connector.ts'
import { connectors } from '../../src/connectors/registry.ts'
import { Aborted } from '../../src/kernel/errors.ts'
import { boundsIn, tableNamed } from '../harness/example-tables.ts'
import { trinoAbsence, trinoSource, type TrinoSource } from '../harness/trino-source.ts'

describe('a real Trino server', { skip: trinoAbsence }, () => {
  const folder = mkdtempSync(join(tmpdir(), 'assay-trino-'))
  let source: TrinoSource
  before(async () => {
    source = await trinoSource()
  })
  after(async () => {
    await source?.close()
    rmSync(folder, { recursive: true })
  })

  const opened = (bounds: Partial<SessionBounds> = {}): Promise<Session> =>
    connectors.get('trino').open(source.connection, source.target, { ...boundsIn(folder), ...bounds })

  /** The states of the statements that hold a mark, as the server lists them. */
  const statesOf = async (mark: string): Promise<unknown[][]> =>
    source.run([
      `select state, error_code, source from system.runtime.queries where query like 'select%${mark}%' and query not like '%system.runtime%'`,
    ])

  test('lists an aborted statement as cancelled, under the name of the service', async () => {
    const abort = new AbortController()
    const session = await opened({ signal: abort.signal })
    const slow = 'select count(*) from tpch.sf100000.lineitem where orderkey * 2 = 3 /* to be aborted */'
    const running = session.query({ sql: slow, parameters: [] })
    const failed = assert.rejects(running, Aborted)
    while ((await statesOf('to be aborted')).every(([state]) => state !== 'RUNNING')) await pause(100)
    abort.abort()
    await failed
    assert.deepEqual(await statesOf('to be aborted'), [['FAILED', 'USER_CANCELED', 'assay']])
    await session.close()
  })

  test('ends a stream that its reader leaves', async () => {
    const session = await opened()
    const sql = 'select orderkey from tpch.sf1000.lineitem /* to be left */'
    for await (const { rows } of session.stream({ sql, parameters: [] })) {
      assert.ok(rows.length > 0)
      break
    }
    assert.deepEqual(await statesOf('to be left'), [['FAILED', 'USER_CANCELED', 'assay']])
    await session.close()
  })

  test('shows types of its own as the service knows them', async () => {
    await source.run([
      `create table kinds as select tinyint '1' as tiny, real '0.1' as short, decimal '12345678901234567890.5' as exact, cast('ab' as char(4)) as padded, uuid '12151fd2-7586-11e9-8f9e-2a86e4085a59' as mark, timestamp '2024-03-31 03:30:00.123456 Europe/Berlin' as instant, timestamp '2024-03-31 02:30:00' as local_time, array[9007199254740993] as list, x'00ff' as bytes`,
    ])
    const session = await opened()
    const { fields } = await session.describe(tableNamed('kinds'))
    const relation = session.relation(tableNamed('kinds'), fields, 'all')
    assert.equal(relation.kind, 'store')
    const { rows, columns } = await session.query({
      sql: `select * from ${relation.kind === 'store' ? relation.sql : ''}`,
      parameters: [],
    })
    assert.deepEqual(
      columns.map(({ type }) => type),
      [
        'Integral',
        'Fractional',
        'Fractional',
        'String',
        'String',
        'Timestamp',
        'Timestamp',
        'Unknown',
        'Unknown',
      ],
    )
    assert.deepEqual(
      rows[0]?.map((cell) =>
        cell !== null && typeof cell === 'object' && !Array.isArray(cell) ? String(cell) : cell,
      ),
      [
        1,
        0.1,
        '12345678901234567890.5',
        'ab  ',
        '12151fd2-7586-11e9-8f9e-2a86e4085a59',
        '2024-03-31 01:30:00.123456Z',
        '2024-03-31 02:30:00',
        [9_007_199_254_740_993n],
        'AP8=',
      ],
    )
    await session.close()
  })
})
