import assert from 'node:assert/strict'
import { mkdirSync, mkdtempSync, realpathSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, beforeEach, describe, test } from 'node:test'
import { gzipSync } from 'node:zlib'
import { StatementTooLate, type Session, type SessionBounds } from '../../src/connectors/connector.ts'
import { connectors } from '../../src/connectors/registry.ts'
import { profilePartitions } from '../../src/engine/profile/profile-container.ts'
import { Aborted, RunFailure } from '../../src/kernel/errors.ts'
import type { Cell } from '../../src/kernel/cell.ts'
import type { DiscoveredField } from '../../src/model/field.ts'
import { evaluated } from '../harness/engine.ts'
import { boundsIn } from '../harness/example-stores.ts'
import { bytesReadByEngines, killEngines } from '../harness/reading-engines.ts'

const top = realpathSync(mkdtempSync(join(tmpdir(), 'assay-copies-')))
let root = ''
let count = 0
beforeEach(() => {
  count += 1
  root = join(top, String(count))
  mkdirSync(root)
})
after(() => rmSync(top, { recursive: true, force: true }))

/** Enough for a copy to be worth it. */
const lines = 20_000

const csvLine = (i: number): string =>
  `${i},${i % 7 === 0 ? '' : i / 8},170141183460469231731687303715${100_000_000 + i},${i % 2 === 0},2024-01-0${1 + (i % 9)},2024-01-01 10:00:00.${100_000 + i},2024-01-01T10:00:00+0${i % 3}:00,"a ""quoted"" text ${i}"`

const csv = (end = '\n') =>
  [
    'id,share,wide,yes,day,moment,zoned,note',
    ...Array.from({ length: lines }, (_, i) => csvLine(i)),
    '',
  ].join(end)

const ndjson = (): string =>
  Array.from({ length: lines }, (_, i) =>
    JSON.stringify({
      id: i,
      share: i % 7 === 0 ? null : i / 8,
      day: `2024-01-0${1 + (i % 9)}`,
      nested: { list: [i, null], deep: { text: `${i}` } },
      mixed: i % 2 === 0 ? i : `${i}`,
      ...(i % 3 === 0 && { seldom: 'x' }),
    }),
  ).join('\n')

async function withSession<Result>(
  work: (session: Session) => Promise<Result>,
  bounds: Partial<SessionBounds> = {},
): Promise<Result> {
  const target = { database: null, schema: null, root_path: root }
  const all = { ...boundsIn(join(top, 'bounds')), allowed_paths: [top], ...bounds }
  const session = await connectors.get('local').open({}, target, all)
  try {
    return await work(session)
  } finally {
    await session.close()
  }
}

/** A container of the session, which knows that several statements will read it or does not. */
async function rowsOf(
  session: Session,
  name: string,
  isKept: boolean,
  known?: DiscoveredField[],
): Promise<{ sql: string; fields: DiscoveredField[] }> {
  const container = { name, container_type: 'file' as const, file_options: {} }
  const { fields } = await session.describe(container, known)
  const relation = session.relation(container, fields, 'all')
  assert.equal(relation.kind, 'store')
  if (isKept) session.keep?.(relation)
  return { fields, sql: relation.kind === 'store' ? relation.sql : '' }
}

const ask = async (session: Session, sql: string): Promise<Cell[][]> =>
  (await session.query({ sql, parameters: [] })).rows

/** What several statements answer about a container, and how many bytes the engine read for them. */
async function answers(
  name: string,
  isKept: boolean,
): Promise<{ all: unknown; bytes: number; copies: number }> {
  return withSession(async (session) => {
    const { sql, fields } = await rowsOf(session, name, isKept)
    const before = bytesReadByEngines()
    const all: unknown[] = [await ask(session, `select count(*), count(distinct id) from ${sql}`)]
    for (const { name: field } of fields)
      all.push(await ask(session, `select min("${field}"), max("${field}"), count("${field}") from ${sql}`))
    all.push(await ask(session, `select * from ${sql} where id in (0, 7, 11, 19999)`))
    all.push(await ask(session, `select * from ${sql} limit 3`))
    for await (const { columns, rows } of session.stream({
      sql: `select * from ${sql} where id < 5`,
      parameters: [],
    }))
      all.push(columns, rows)
    return { all, bytes: bytesReadByEngines() - before, copies: await copies(session) }
  })
}

describe('text that several statements read', { skip: process.platform !== 'linux' }, () => {
  const texts: [name: string, content: () => string | Buffer][] = [
    ['orders.csv', csv],
    ['orders.csv.gz', () => gzipSync(csv())],
    ['orders.ndjson', ndjson],
  ]
  for (const [name, content] of texts)
    test(`is taken apart once, and answers as if it were for each: ${name}`, async () => {
      writeFileSync(join(root, name), content())
      const { size } = statSync(join(root, name))
      const often = await answers(name, false)
      const once = await answers(name, true)
      assert.deepEqual(once.all, often.all)
      assert.deepEqual([often.copies, once.copies], [0, 1])
      if (name.endsWith('.gz')) return
      assert.ok(often.bytes > 5 * size, `${often.bytes} bytes of ${size}`)
      assert.ok(once.bytes < 3 * size, `${once.bytes} bytes of ${size}`)
    })

  test('is taken apart once though it is short, where it has many fields', async () => {
    const names = Array.from({ length: 120 }, (_, index) => `c${index}`)
    writeFileSync(join(root, 'wide.csv'), [names, names.map((_, index) => index), ''].join('\n'))
    writeFileSync(join(root, 'narrow.csv'), 'c0,c119\n0,119\n')
    await withSession(async (session) => {
      for (const [name, copied] of [
        ['narrow.csv', 0],
        ['wide.csv', 1],
      ] as const) {
        const { sql } = await rowsOf(session, name, true)
        assert.deepEqual(await ask(session, `select c0, c119 from ${sql}`), [[0, 119]])
        assert.equal(await copies(session), copied, name)
      }
    })
  })

  test('fails by a value that does not fit with its file, line and value, where a statement reads it', async () => {
    writeFileSync(join(root, 'orders.csv'), csv().replace('\n15000,', '\nforty,'))
    await withSession(async (session) => {
      const known = [
        { name: 'id', type: 'Integral', native_type: 'BIGINT', nullable: true },
        { name: 'note', type: 'String', native_type: 'VARCHAR', nullable: true },
      ] as const
      const { sql } = await rowsOf(session, 'orders.csv', true, [...known])
      assert.deepEqual(await ask(session, `select count(note) from ${sql}`), [[lines]])
      await assert.rejects(ask(session, `select max(id) from ${sql}`), (error) => {
        assert.ok(error instanceof RunFailure)
        assert.match(
          error.message,
          /^The file "orders\.csv", line 15002, holds "forty", which does not fit the type BIGINT/,
        )
        return true
      })
      assert.deepEqual(await ask(session, `select count(note) from ${sql}`), [[lines]])
    })
  })

  test('may end its lines in several ways', async () => {
    const text = csv()
    const middle = text.indexOf('\n', text.length / 2)
    writeFileSync(join(root, 'orders.csv'), `${text.slice(0, middle)}\r\n${text.slice(middle + 1)}`)
    await withSession(async (session) => {
      const { sql } = await rowsOf(session, 'orders.csv', true)
      assert.deepEqual(await ask(session, `select count(*), max(id) from ${sql}`), [[lines, lines - 1]])
    })
  })

  test('has no copy any more once the session goes on to a new snapshot', async () => {
    writeFileSync(join(root, 'orders.csv'), csv())
    await withSession(async (session) => {
      const { sql } = await rowsOf(session, 'orders.csv', true)
      assert.deepEqual(await ask(session, `select count(*) from ${sql}`), [[lines]])
      assert.equal(await copies(session), 1)
      await session.renew?.()
      assert.equal(await copies(session), 0)
      const again = await rowsOf(session, 'orders.csv', true)
      assert.deepEqual(await ask(session, `select count(*) from ${again.sql}`), [[lines]])
      assert.equal(await copies(session), 1)
    })
  })

  test('is read again after a statement that its process did not survive', async () => {
    writeFileSync(join(root, 'orders.csv'), csv())
    await withSession(async (session) => {
      const { sql } = await rowsOf(session, 'orders.csv', true)
      assert.deepEqual(await ask(session, `select count(*) from ${sql}`), [[lines]])
      assert.equal(await copies(session), 1)
      const endless = ask(
        session,
        `select count(*) from (select * from ${sql}), range(1000000000000) where id + range = -1`,
      )
      killEngines()
      await assert.rejects(endless)
      assert.deepEqual(await ask(session, `select count(*) from ${sql}`), [[lines]])
      assert.equal(await copies(session), 0)
    })
  })

  test('is not read on when the run is aborted', async () => {
    writeFileSync(join(root, 'orders.csv'), csv())
    const aborting = new AbortController()
    await withSession(
      async (session) => {
        const { sql } = await rowsOf(session, 'orders.csv', true)
        const asked = ask(session, `select count(*) from ${sql}`)
        aborting.abort()
        await assert.rejects(asked, Aborted)
      },
      { signal: aborting.signal },
    )
  })

  test('keeps to the time of a statement', async () => {
    writeFileSync(join(root, 'orders.csv'), csv())
    await withSession(
      async (session) => {
        const known = [{ name: 'id', type: 'Integral', native_type: 'BIGINT', nullable: true }] as const
        const container = { name: 'orders.csv', container_type: 'file' as const, file_options: {} }
        const relation = session.relation(container, known, 'all')
        session.keep?.(relation)
        const sql = relation.kind === 'store' ? relation.sql : ''
        await assert.rejects(ask(session, `select max(id) from ${sql}`), StatementTooLate)
      },
      { statement_timeout_seconds: 0.001 },
    )
  })
})

test(
  'a profile takes the text of a container apart once',
  { skip: process.platform !== 'linux' },
  async () => {
    writeFileSync(join(root, 'orders.csv'), csv())
    await withSession(async (session) => {
      const container = { name: 'orders.csv', container_type: 'file' as const, file_options: {} }
      const { fields: observed } = await session.describe(container)
      const before = bytesReadByEngines()
      const settings = {
        high_correlation_threshold: 0.5,
        histogram_max_distinct_values: 100,
        types_are_declared: false,
      }
      const asked = { container, observed, left_out: new Set<string>(), increment: null, settings }
      const all = await profilePartitions(session, { ...asked, record_cap: null }, ['orders.csv'])
      const bytes = bytesReadByEngines() - before
      const read = await profilePartitions(session, { ...asked, record_cap: lines + 1 }, ['orders.csv'])
      assert.deepEqual(all, read)
      assert.equal(all.records_processed, lines)
      assert.ok(bytes < 2 * statSync(join(root, 'orders.csv')).size, `${bytes}`)
    })
  },
)

test(
  'a scan with checks on uniqueness takes the text of a container apart once',
  { skip: process.platform !== 'linux' },
  async () => {
    writeFileSync(join(root, 'orders.csv'), csv())
    await withSession(async (session) => {
      const container = { name: 'orders.csv', container_type: 'file' as const, file_options: {} }
      const { fields: known_fields } = await session.describe(container)
      const store = { session, container: () => container, close: () => Promise.resolve() }
      const before = bytesReadByEngines()
      const { rows, outcomes, records } = await evaluated(
        store,
        'orders.csv',
        [
          { rule_type: 'unique', fields: ['id'] },
          { rule_type: 'unique', fields: ['note'] },
          { rule_type: 'maxValue', fields: ['id'], properties: { value: lines - 3 } },
        ],
        { known_fields },
      )
      assert.deepEqual([rows, records.length], [lines, 2])
      assert.deepEqual([...outcomes.values()].map(({ assertion_result }) => assertion_result).toSorted(), [
        'failed',
        'passed',
        'passed',
      ])
      assert.ok(bytesReadByEngines() - before < 2 * statSync(join(root, 'orders.csv')).size)
    })
  },
)

test(
  'the types of a text of many columns are found by taking it apart once',
  { skip: process.platform !== 'linux' },
  async () => {
    const names = Array.from({ length: 600 }, (_, index) => `c${index}`)
    const line = (row: number) => names.map((_, index) => (index % 2 === 0 ? row * index : `text ${row}`))
    writeFileSync(
      join(root, 'wide.csv'),
      [names, ...Array.from({ length: 400 }, (_, row) => line(row)), ''].join('\n'),
    )
    const { size } = statSync(join(root, 'wide.csv'))
    await withSession(async (session) => {
      const before = bytesReadByEngines()
      const { fields } = await session.describe({
        name: 'wide.csv',
        container_type: 'file',
        file_options: {},
      })
      const bytes = bytesReadByEngines() - before
      assert.deepEqual(
        fields.slice(0, 3).map(({ native_type }) => native_type),
        ['BIGINT', 'VARCHAR', 'BIGINT'],
      )
      assert.ok(bytes < 3 * size, `${bytes} bytes of ${size}`)
      assert.equal(await copies(session), 0, 'nobody reads the copy any more')
    })
  },
)

describe('the fields of JSON', { skip: process.platform !== 'linux' }, () => {
  /** The fields, and how many bytes the engine read to find them. */
  const describing = (
    name: string,
    known: DiscoveredField[] = [],
  ): Promise<{ fields: DiscoveredField[]; bytes: number }> =>
    withSession(async (session) => {
      const before = bytesReadByEngines()
      const { fields } = await session.describe({ name, container_type: 'file', file_options: {} }, known)
      return { fields, bytes: bytesReadByEngines() - before }
    })
  const namesOf = (fields: DiscoveredField[]) => fields.map(({ name }) => name).toSorted()
  const longAgo = new Date('2024-01-01T00:00:00Z')

  test('are not looked for again in a file that is as it was, and are in one that was written to', async () => {
    const path = join(root, 'orders.ndjson')
    const text = ndjson()
    writeFileSync(path, text)
    utimesSync(path, longAgo, longAgo)
    const first = await describing('orders.ndjson')
    assert.deepEqual(namesOf(first.fields), ['day', 'id', 'mixed', 'nested', 'seldom', 'share'])
    assert.ok(first.bytes >= text.length)
    const second = await describing('orders.ndjson', first.fields)
    assert.deepEqual(second.fields, first.fields)
    assert.ok(second.bytes < text.length / 10, `${second.bytes} bytes of ${text.length}`)

    writeFileSync(path, text.replaceAll('"seldom"', '"rarely"'))
    utimesSync(path, longAgo, longAgo)
    const third = await describing('orders.ndjson', first.fields)
    assert.deepEqual(namesOf(third.fields), ['day', 'id', 'mixed', 'nested', 'rarely', 'share'])
  })
})

/** How many copies the session holds. */
async function copies(session: Session): Promise<number> {
  const [[number] = []] = await ask(session, 'select count(*) from duckdb_tables() where temporary')
  return Number(number)
}
