import assert from 'node:assert/strict'
import { mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { after, before, beforeEach, describe, test } from 'node:test'
import {
  StatementRefused,
  type ConnectionValues,
  type FilesEvaluation,
  type Session,
  type SessionBounds,
} from '../../src/connectors/connector.ts'
import { connectors } from '../../src/connectors/registry.ts'
import { RunFailure } from '../../src/kernel/errors.ts'
import type { ContainerReference } from '../../src/model/container.ts'
import type { ComputePlace } from '../../src/model/datastore.ts'
import { boundsIn } from '../harness/example-tables.ts'
import { parquetOf } from '../harness/parquet.ts'

export const fileOf = (name: string): ContainerReference => ({
  name,
  container_type: 'file',
  file_options: {},
})

/** A folder of files, and the engine that sees it. */
export interface EngineFiles {
  connection: ConnectionValues
  folder: string
  place: ComputePlace
  /** The tables that the engine keeps for the files now. */
  declared(): Promise<string[]>
  close(): Promise<void>
}

/** What tells an engine from others. */
interface Engine<Files extends EngineFiles> {
  type: string
  title: string
  skip: string | false
  open(): Promise<Files>
  /** What it does not evaluate: a title, the name of a file, the query of its rows, and the reason. */
  not_taken: readonly (readonly [title: string, name: string, select: string, reason: RegExp])[]
  /** Statements that must be refused, where `table` is a table that is there. */
  refused(table: string): string[]
}

/** What the tests of one engine beside these are given. */
export interface Tried<Files extends EngineFiles> {
  at(): Files
  write(name: string, select: string): Promise<void>
  evaluated(name: string, given?: Given): Promise<FilesEvaluation>
  opened(name: string, given?: Given): Promise<Session>
  rowsOf(session: Session, name: string): Promise<(string | null)[][]>
}

type Given = Partial<SessionBounds> & { place?: ComputePlace }

/** The promises of an engine that evaluates files, tried on the engine itself. */
export function evaluatesFiles<Files extends EngineFiles>(
  { type, title: engineTitle, skip, open, not_taken, refused }: Engine<Files>,
  more: (tried: Tried<Files>) => void,
): void {
  describe(`Parquet files that ${engineTitle} evaluates`, { skip }, () => {
    const scratch = mkdtempSync(join(tmpdir(), 'assay-engine-files-'))
    let at: Files
    before(async () => {
      at = await open()
    })
    beforeEach(() => {
      rmSync(at.folder, { recursive: true })
      mkdirSync(at.folder)
    })
    after(async () => {
      await at.close()
      rmSync(scratch, { recursive: true })
    })

    const write = async (name: string, select: string): Promise<void> => {
      mkdirSync(dirname(join(at.folder, name)), { recursive: true })
      writeFileSync(join(at.folder, name), await parquetOf(select))
    }

    const within = (bounds: Partial<SessionBounds>): SessionBounds => ({
      ...boundsIn(mkdtempSync(join(scratch, 'session-'))),
      allowed_paths: [at.folder],
      ...bounds,
    })

    const filesSession = (bounds: SessionBounds): Promise<Session> =>
      connectors.get('local').open({}, { database: null, schema: null, root_path: at.folder }, bounds)

    const evaluated = async (
      name: string,
      { place = at.place, ...given }: Given = {},
    ): Promise<FilesEvaluation> => {
      const bounds = within(given)
      const files = await filesSession(bounds)
      const engine = connectors.get(type).files_engine ?? assert.fail(`${engineTitle} evaluates files`)
      try {
        const evaluation = await engine.evaluate(
          at.connection,
          place,
          { files, container: fileOf(name) },
          bounds,
        )
        if ('reason' in evaluation) await files.close()
        return evaluation
      } catch (error) {
        await files.close()
        throw error
      }
    }

    const opened = async (...asked: Parameters<typeof evaluated>): Promise<Session> => {
      const evaluation = await evaluated(...asked)
      assert.ok('session' in evaluation, JSON.stringify(evaluation))
      return evaluation.session
    }

    /** All rows of some partitions, in an order of their own, with what is no plain value as text. */
    const rowsOf = async (session: Session, name: string, partitions: readonly string[] | 'all' = 'all') => {
      const { fields } = await session.describe(fileOf(name))
      const relation = session.relation(fileOf(name), fields, partitions)
      assert.equal(relation.kind, 'store')
      const sql = `select * from ${relation.kind === 'store' ? relation.sql : ''} order by 1`
      const { rows } = await session.query({ sql, parameters: [] })
      return rows.map((row) => row.map((cell) => (cell === null ? null : String(cell))))
    }

    test('have the values, names and types on the engine that they have here', async () => {
      await write(
        'kinds.parquet',
        `select i as "Id", i % 2 = 0 as is_even, (i - 1)::tinyint as tiny, 2::smallint as small, 250::utinyint as short,
         60000::usmallint as medium, i::integer as "Wort mit Ä", 9007199254740993 + i as wide, 0.1::float as float_value,
         0.1::double as double_value, (i * 1.25)::decimal(18, 2) as price, '-12345678901234567890.5'::decimal(38, 10) as exact,
         case when i = 2 then null else 'ä ''' || i end as word, date '1582-10-04' + i::integer as day,
         timestamp '1850-03-31 02:30:00.123456' as local_time, make_timestamptz(1711852200123456 + i) as instant
       from range(4) as numbers(i)`,
      )
      const [here, there] = [await filesSession(within({})), await opened('kinds.parquet')]
      try {
        const [ours, theirs] = [
          await here.describe(fileOf('kinds.parquet')),
          await there.describe(fileOf('kinds.parquet')),
        ]
        const shown = ({ fields }: typeof ours) => fields.map(({ name, type }) => [name, type])
        assert.deepEqual(shown(theirs), shown(ours))
        assert.deepEqual(theirs.partitions, ours.partitions)
        assert.deepEqual(await rowsOf(there, 'kinds.parquet'), await rowsOf(here, 'kinds.parquet'))
      } finally {
        await here.close()
        await there.close()
      }
      assert.deepEqual(await at.declared(), [], 'nothing stays declared')
    })

    test('are read there as far as they are of the container, in several folders, and by their partitions', async () => {
      for (const [index, name] of ['a/day_1.parquet', 'a/day_2.parquet', 'b c/day_1.parquet'].entries())
        await write(name, `select ${index} as id`)
      await write('a/other.parquet', `select 9 as id`)
      const session = await opened('a/day_*.parquet')
      try {
        assert.deepEqual(await rowsOf(session, 'a/day_*.parquet'), [['0'], ['1']])
        assert.deepEqual(await rowsOf(session, 'a/day_*.parquet', ['a/day_2.parquet']), [['1']])
        assert.deepEqual(await rowsOf(session, 'a/day_*.parquet', []), [])
        await write('a/day_3.parquet', 'select 3 as id')
        assert.deepEqual(await rowsOf(session, 'a/day_*.parquet'), [['0'], ['1']], 'not the new one')
      } finally {
        await session.close()
      }
    })

    test('of which one is replaced while the engine reads them are read anew by another try', async () => {
      await write('orders.parquet', 'select 1 as id')
      const session = await opened('orders.parquet')
      try {
        assert.deepEqual(await rowsOf(session, 'orders.parquet'), [['1']])
        await write('next.parquet.new', 'select 2 as id')
        renameSync(join(at.folder, 'next.parquet.new'), join(at.folder, 'orders.parquet'))
        await assert.rejects(
          rowsOf(session, 'orders.parquet'),
          (error) =>
            error instanceof RunFailure &&
            error.retryable &&
            /"orders.parquet" was changed/.test(error.message),
        )
      } finally {
        await session.close()
      }
    })

    test('that the engine does not see, or sees others of, are a failure and not an empty table', async () => {
      await write('orders.parquet', 'select 1 as id')
      await write('old/orders.parquet', 'select i as id from range(5) as numbers(i)')
      mkdirSync(join(at.folder, 'empty'))
      for (const [folder, sentence] of [
        ['empty', /does not see the file/],
        ['old', /sees another file/],
      ] as const) {
        const location = `${at.place.location}/${folder}`
        await assert.rejects(async () => {
          const session = await opened('orders.parquet', { place: { ...at.place, location } })
          await rowsOf(session, 'orders.parquet').finally(() => session.close())
        }, sentence)
      }
      assert.deepEqual(await at.declared(), [])
    })

    test('without rows are seen by the engine as what they are', async () => {
      await write('none.parquet', 'select 1 as id where false')
      const session = await opened('none.parquet')
      assert.deepEqual(await rowsOf(session, 'none.parquet'), [])
      await session.close()
    })

    for (const [title, name, select, reason] of not_taken)
      test(`with ${title} are not evaluated, and the reason is told`, async () => {
        await write(name, select)
        const container = name.replace('month=1', 'month=*')
        const evaluation = await evaluated(container)
        assert.ok('reason' in evaluation)
        assert.match(evaluation.reason, reason)
        assert.deepEqual(await at.declared(), [])
      })

    test('are only read: the engine is sent no statement of a person that is none of a query', async () => {
      await write('orders.parquet', 'select 1 as id')
      const session = await opened('orders.parquet')
      await rowsOf(session, 'orders.parquet')
      const tables = await at.declared()
      for (const sql of refused(tables[0] ?? 'assay_files_1'))
        await assert.rejects(session.query({ sql, parameters: [] }), StatementRefused, sql)
      assert.deepEqual(await at.declared(), tables)
      assert.deepEqual(await rowsOf(session, 'orders.parquet'), [['1']])
      await session.close()
    })

    more({ at: () => at, write, evaluated, opened, rowsOf })
  })
}
