import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import type { DatastoreTarget, Session } from '../../src/connectors/connector.ts'
import { connectors } from '../../src/connectors/registry.ts'
import { RunFailure } from '../../src/kernel/errors.ts'
import { boundsIn } from '../harness/example-tables.ts'
import { fileNamed } from '../harness/file-objects.ts'
import { parquetOf } from '../harness/parquet.ts'
import { trinoObjects, trinoObjectsAbsence, type TrinoObjects } from '../harness/trino-objects.ts'

/** What a path that is taken for an address, a pattern or a text of SQL would lose or change. */
const oddWords = [
  'two  blanks',
  '100%',
  '%20',
  'a+b',
  'ä',
  'e\u0301',
  '漢字',
  '😀',
  "o'clock",
  '"so"',
  'a&b;c',
  '#1',
  'what?',
  'a:b',
  'a\\b',
  '{x}[y]',
]

describe('Parquet objects of a bucket that Trino evaluates', { skip: trinoObjectsAbsence }, () => {
  const scratch = mkdtempSync(join(tmpdir(), 'assay-trino-objects-'))
  let at: TrinoObjects
  before(async () => {
    at = await trinoObjects()
  })
  after(async () => {
    await at?.close()
    rmSync(scratch, { recursive: true })
  })

  const write = async (name: string, select: string): Promise<number> => {
    const bytes = await parquetOf(select)
    await at.put(`files/${name}`, bytes)
    return bytes.length
  }

  const bounds = () => boundsIn(mkdtempSync(join(scratch, 'session-')))

  const filesSession = (within = bounds(), target: Partial<DatastoreTarget> = {}): Promise<Session> =>
    connectors
      .get('s3')
      .open(at.bucket, { database: null, schema: null, root_path: 'files', ...target }, within)

  const opened = async (
    name: string,
    place = at.place,
    target: Partial<DatastoreTarget> = {},
  ): Promise<Session> => {
    const within = bounds()
    const files = await filesSession(within, target)
    const engine = connectors.get('trino').files_engine ?? assert.fail('Trino evaluates files')
    const evaluation = await engine.evaluate(at.engine, place, { files, container: fileNamed(name) }, within)
    assert.ok('session' in evaluation, JSON.stringify(evaluation))
    return evaluation.session
  }

  const rowsOf = async (session: Session, name: string) => {
    const { fields } = await session.describe(fileNamed(name))
    const relation = session.relation(fileNamed(name), fields, 'all')
    const sql = `select * from ${relation.kind === 'store' ? relation.sql : ''} order by 1`
    const { rows } = await session.query({ sql, parameters: [] })
    return rows.map((row) => row.map((cell) => (cell === null ? null : String(cell))))
  }

  test('have the values on Trino that they have here', async () => {
    const names = ['kinds/day_1.parquet', 'kinds/day_2.parquet', 'kinds/day_3.parquet']
    for (const [index, name] of names.entries())
      await write(
        name,
        `select ${index} * 10 + i as id, 9007199254740993 + i as wide, case when i = 1 then null else 'ä ''' || i end as word,
           (i * 1.25)::decimal(18, 2) as price, date '1582-10-04' + i::integer as day, make_timestamptz(1711852200123456 + i) as instant
         from range(3) as numbers(i)`,
      )
    const [here, there] = [await filesSession(), await opened('kinds/day_*.parquet')]
    try {
      const ours = await rowsOf(here, 'kinds/day_*.parquet')
      assert.equal(ours.length, 9)
      assert.deepEqual(await rowsOf(there, 'kinds/day_*.parquet'), ours)
    } finally {
      await here.close()
      await there.close()
    }
    assert.deepEqual(await at.declared(), [], 'nothing stays declared')
  })

  test('are read whatever their folders and names are written with, and in several folders', async () => {
    for (const [id, word] of oddWords.entries())
      await at.put(`odd root/in/${word}/of ${word}.parquet`, await parquetOf(`select ${id} as id`))
    const session = await opened(
      'odd',
      { ...at.place, location: 's3://lake/odd root' },
      { root_path: 'odd root', file_patterns: [{ name: 'odd', pattern: 'in/*/of *.parquet' }] },
    )
    try {
      assert.deepEqual(
        await rowsOf(session, 'odd'),
        oddWords.map((_word, id) => [String(id)]),
      )
    } finally {
      await session.close()
    }
    assert.deepEqual(await at.declared(), [], 'nothing stays declared')
  })

  test('of which one is replaced by another of its length while Trino reads it are read anew by another try', async () => {
    const size = await write('swap/orders.parquet', 'select 1 as id')
    const session = await opened('swap/orders.parquet')
    try {
      assert.deepEqual(await rowsOf(session, 'swap/orders.parquet'), [['1']])
      assert.equal(await write('swap/orders.parquet', 'select 2 as id'), size)
      await assert.rejects(
        rowsOf(session, 'swap/orders.parquet'),
        (error) =>
          error instanceof RunFailure &&
          error.retryable &&
          /"swap\/orders.parquet" was changed/.test(error.message),
      )
    } finally {
      await session.close()
    }
    const again = await opened('swap/orders.parquet')
    assert.deepEqual(await rowsOf(again, 'swap/orders.parquet'), [['2']])
    await again.close()
  })

  test('that came after the listing are not mixed in', async () => {
    await write('more/day_1.parquet', 'select 1 as id')
    await write('more/day_2.parquet', 'select 2 as id')
    const session = await opened('more/day_*.parquet')
    await write('more/day_3.parquet', 'select 3 as id')
    assert.deepEqual(await rowsOf(session, 'more/day_*.parquet'), [['1'], ['2']])
    await session.close()
  })

  test('that Trino does not see are a failure and not an empty table', async () => {
    await write('here/orders.parquet', 'select 1 as id')
    const session = await opened('here/orders.parquet', { ...at.place, location: 's3://lake/elsewhere' })
    await assert.rejects(rowsOf(session, 'here/orders.parquet'), /does not see the file/)
    await session.close()
    assert.deepEqual(await at.declared(), [])
  })
})
