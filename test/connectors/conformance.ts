import { inspect } from 'node:util'
import { attributed } from '../../src/connectors/attributed.ts'
import { readable, sourceWords } from '../../src/connectors/readable.ts'
import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import {
  StatementRefused,
  StatementTooLate,
  type Connector,
  type ConnectionValues,
  type DatastoreTarget,
  type Rows,
  type Session,
  type SessionBounds,
} from '../../src/connectors/connector.ts'
import { cellToNumber, type Cell } from '../../src/kernel/cell.ts'
import { Aborted, RunFailure, ServiceError } from '../../src/kernel/errors.ts'
import type { ContainerReference } from '../../src/model/container.ts'
import type { DiscoveredField, FieldType } from '../../src/model/field.ts'
import type { Statement } from '../../src/sql/print.ts'
import { boundsIn } from '../harness/example-stores.ts'

/** The same people in every store, as each would write them itself. */
export interface Fixture {
  connection: ConnectionValues
  target: DatastoreTarget
  /** The container's name, and its only partition's. */
  people: string
  /** Statements that must be refused beyond those that every engine must refuse. */
  refused: string[]
  /** A query of `item`, an expression of `x`, for each `x` from 1 to `to`. */
  numbers(to: number, item: string): string
  /** A query that runs for minutes. */
  slow: string
  /** A query that fails after many rows that it could already have handed over. */
  failsLate: string
  /** Fields whose type this store cannot tell, with the type it tells instead. */
  otherTypes?: Partial<Record<string, FieldType>>
  close(): Promise<void>
}

/** The queries of DuckDB; its `failsLate` fails where the driver itself would show the end of the rows. */
export const duckdbSeries: Pick<Fixture, 'numbers' | 'slow' | 'failsLate'> = {
  numbers: (to, item) => `select ${item} from (select range as x from range(1, ${to + 1}))`,
  slow: 'select count(*) from range(100000000) a, range(100000) b where a.range + b.range = 3',
  failsLate: `select cast(case when range = 588000 then 'bad' else '1' end as integer) from range(600000)`,
}

/** The columns of the table, without its types: each fixture gives them its own. */
export const peopleTypes: Record<string, FieldType> = {
  id: 'Integral',
  big: 'Integral',
  amount: 'Fractional',
  name: 'String',
  active: 'Boolean',
  born: 'Date',
  seen: 'Timestamp',
}

/** The rows as literals that every engine reads alike; the third is NULL but for its id. */
export const peopleRows = [
  `1, 9007199254740993, 12.50, 'Zoë', true, '1987-05-04', '2024-02-29 12:30:00'`,
  `2, -5, -0.25, 'O''Hara, "Jo"', false, '2001-12-31', '2024-03-01 00:00:00.5'`,
  `3, null, null, null, null, null, null`,
]

/** What never comes would be waited for without end. */
const patience = { timeout: 900_000 }

const statement = (sql: string, parameters: string[] = []): Statement => ({ sql, parameters })

/** The connection types that fixtures were given for. */
export const conforming = new Set<string>()

/** Those of them whose fixtures are the stores themselves, and no doubles that stand in their places. */
export const metThemselves = new Set<string>()

/** The promises of a session, tried on a real store. `folder` is allowed and removed afterwards; `skip` is why it cannot be tried here. */
export function conforms(
  title: string,
  connector: Connector,
  fixtureIn: (folder: string) => Promise<Fixture>,
  skip: string | false = false,
  of: 'store' | 'double' = 'store',
): void {
  conforming.add(connector.type)
  if (of === 'store') metThemselves.add(connector.type)
  describe(title, { skip }, () => {
    let folder: string
    let fixture: Fixture
    let session: Session
    let people: ContainerReference
    let fields: DiscoveredField[]

    const openWith = (bounds: Partial<SessionBounds> = {}): Promise<Session> =>
      connector.open(fixture.connection, fixture.target, { ...boundsIn(folder), ...bounds })

    before(async () => {
      folder = mkdtempSync(join(tmpdir(), 'assay-conformance-'))
      fixture = await fixtureIn(folder)
      people = {
        name: fixture.people,
        container_type: connector.store_type === 'dfs' ? 'file' : 'table',
        file_options: {},
      }
      session = await openWith()
      ;({ fields } = await session.describe(people))
    })
    after(async () => {
      await session?.close()
      await fixture?.close()
      rmSync(folder, { recursive: true, force: true })
    })

    const from = (wanted = fields, partitions: readonly string[] | 'all' = 'all'): string => {
      const relation = session.relation(people, wanted, partitions)
      assert.equal(relation.kind, 'store')
      return relation.kind === 'store' ? relation.sql : ''
    }
    const countPeople = async (): Promise<number> =>
      cellToNumber((await session.query(statement(`select count(*) from ${from()}`))).rows[0]?.[0])

    test('a connection and its target can be tried', async () => {
      await connector.test(fixture.connection, fixture.target, boundsIn(folder))
      await connector.test(fixture.connection, null, boundsIn(folder))
    })

    test('the listing has the container with its fields, types and one partition', async () => {
      const listed = await Array.fromAsync(session.discover())
      const found = listed.find(({ name }) => name === fixture.people)
      assert.deepEqual(
        found?.fields.map(({ name, type }) => [name, type]),
        Object.entries({ ...peopleTypes, ...fixture.otherTypes }),
      )
      assert.equal(found?.unloadable, null)
      assert.deepEqual(
        found?.partitions.map(({ name }) => name),
        [fixture.people],
      )
    })

    test('describing a container answers what the listing has, also with known fields', async () => {
      const listed = (await Array.fromAsync(session.discover())).find(({ name }) => name === fixture.people)
      const described = await session.describe(people)
      assert.deepEqual(described, { fields: listed?.fields, partitions: listed?.partitions })
      assert.deepEqual(await session.describe(people, described.fields), described)
    })

    if (connector.requires?.includes('database'))
      test('a database or schema that is not there is refused, by its name, before anything is kept', async () => {
        const { target, connection } = fixture
        const missing = target.schema === null ? { database: 'no_such_place' } : { schema: 'no_such_place' }
        const elsewhere = { ...target, ...missing }
        await assert.rejects(connector.test(connection, elsewhere, boundsIn(folder)), (error) => {
          assert.ok(error instanceof ServiceError, String(error))
          assert.equal(error.code, 'connection_failed')
          assert.match(error.message, /no_such_place/)
          return true
        })
      })

    test('a container that is not there is a failure that names it', async () => {
      await assert.rejects(session.describe({ ...people, name: 'nobody' }), (error) => {
        assert(error instanceof RunFailure)
        assert.match(error.message, /"nobody"/)
        return true
      })
    })

    test('cells come exactly as the store has them', async () => {
      const { columns, rows } = await session.query(statement(`select * from ${from()} order by 1`))
      assert.deepEqual(
        columns.map(({ name }) => name),
        Object.keys(peopleTypes),
      )
      const plain = rows.map((row) =>
        row.map((value, at) => (at === 2 && value !== null ? Number(String(value)) : value)),
      )
      assert.deepEqual(plain, [
        [1, 9_007_199_254_740_993n, 12.5, 'Zoë', true, '1987-05-04', '2024-02-29 12:30:00'],
        [2, -5, -0.25, 'O\'Hara, "Jo"', false, '2001-12-31', '2024-03-01 00:00:00.5'],
        [3, null, null, null, null, null, null],
      ])
      const types = columns.map(({ name, type }) => [name, type])
      assert.deepEqual(types, Object.entries({ ...peopleTypes, ...fixture.otherTypes }))
    })

    test('a relation shows exactly the given fields in their order', async () => {
      const wanted = fields.filter(({ name }) => name === 'name' || name === 'id').toReversed()
      const { columns } = await session.query(statement(`select * from ${from(wanted)}`))
      assert.deepEqual(
        columns.map(({ name }) => name),
        ['name', 'id'],
      )
    })

    test('a relation of the one partition has all rows; of others a table has none, and a file is gone', async () => {
      const count = async (partitions: string[]): Promise<Cell | undefined> =>
        (await session.query(statement(`select count(*) from ${from(fields, partitions)}`))).rows[0]?.[0]
      assert.equal(await count([fixture.people]), 3)
      if (connector.store_type === 'dfs')
        await assert.rejects(() => count(['elsewhere']), /"elsewhere" is gone/)
      else assert.equal(await count(['elsewhere']), 0)
    })

    test('values go in as parameters', async () => {
      const { rows } = await session.query(
        statement(`select id from ${from()} where name = ${session.dialect.parameter(1)}`, [`O'Hara, "Jo"`]),
      )
      assert.deepEqual(rows, [[2]])
    })

    test('a statement that says in front what it is sent for is run as without that', async () => {
      const tagged = readable(attributed(session, { operation_id: 17, container_id: 4 }))
      const asked = statement(fixture.numbers(3, 'x'))
      assert.deepEqual((await tagged.query(asked)).rows.flat().map(Number), [1, 2, 3])
      const streamed: number[] = []
      for await (const { rows } of tagged.stream(asked)) streamed.push(...rows.flat().map(Number))
      assert.deepEqual(streamed, [1, 2, 3])
      await assert.rejects(tagged.query(statement('drop table people')), StatementRefused)
    })

    test('a stream hands over every row in bounded batches', async () => {
      let seen = 0
      for await (const { rows } of session.stream(statement(fixture.numbers(10_000, 'x')))) {
        assert(rows.length > 0 && rows.length <= 4096)
        seen += rows.length
      }
      assert.equal(seen, 10_000)
    })

    test('an error in the middle of a stream is an error and not its end', async () => {
      await assert.rejects(drain(session.stream(statement(fixture.failsLate))), StatementRefused)
      assert.equal(await countPeople(), 3)
    })

    test('leaving a stream early leaves the session usable', async () => {
      for await (const { rows } of session.stream(statement(fixture.numbers(100_000, 'x')))) {
        assert(rows.length > 0)
        break
      }
      assert.equal(await countPeople(), 3)
    })

    test('a refused statement carries the reason of the source in one line, and the session stays usable', async () => {
      const ways = [
        () => session.query(statement(`select nonsense from ${from()}`)),
        () => drain(session.stream(statement('select ,'))),
      ]
      for (const run of ways) {
        await assert.rejects(run(), (error) => {
          assert(error instanceof StatementRefused)
          assert.match(sourceWords(error), /nonsense|syntax/)
          assert.doesNotMatch(sourceWords(error), /\n/)
          assert.doesNotMatch(inspect(error, { depth: 9, showHidden: true }), /nonsense|syntax/i)
          return true
        })
      }
      assert.equal(await countPeople(), 3)
    })

    test('nothing but a single query is run, and nothing is changed or read elsewhere', async () => {
      const attempts = [
        ...commonAttempts,
        ...fixture.refused,
        `insert into ${from()} values (4)`,
        `${fixture.numbers(2, 'x')}; ${fixture.numbers(2, 'x')}`,
      ]
      for (const sql of attempts) {
        await assert.rejects(session.query(statement(sql)), StatementRefused, sql)
        await assert.rejects(drain(session.stream(statement(sql))), StatementRefused, sql)
      }
      assert.equal(await countPeople(), 3)
    })

    test('a session that goes on to a new snapshot keeps its guards', async () => {
      const attempts = [`insert into ${fixture.people} (id) values (9)`, ...fixture.refused]
      await assert.rejects(session.query(statement(`select no_such_column from ${from()}`)), StatementRefused)
      for (let round = 0; round < 2; round++) {
        if (!(await session.renew?.())) {
          await session.close()
          session = await openWith()
        }
        for (const sql of attempts)
          await assert.rejects(session.query(statement(sql)), StatementRefused, `${sql} was run`)
        assert.equal(await countPeople(), 3)
        assert.deepEqual((await session.describe(people)).fields, fields)
      }
    })

    test('an answer with other columns than those asked for is refused, and the session stays usable', async () => {
      const asked = (sql: string, columns: string[]) => ({ ...statement(sql), columns })
      for (const [sql, columns] of [
        ['select 1 as a, 2 as b, 3 as c', ['a', 'b']],
        ['select 1 as a', ['a', 'b']],
        ['select 1 as b, 2 as a', ['a', 'b']],
      ] as const) {
        const other = asked(sql, [...columns])
        await assert.rejects(session.query(other), StatementRefused)
        await assert.rejects(drain(session.stream(other)), StatementRefused)
      }
      assert.deepEqual((await session.query(asked('select 1 as a, 2 as b', ['a', 'b']))).rows, [[1, 2]])
    })

    test('aborting cancels the running statement', async () => {
      for (const way of ['query', 'stream'] as const) {
        const abort = new AbortController()
        const other = await openWith({ signal: abort.signal })
        const slow = statement(fixture.slow)
        const running = way === 'query' ? other.query(slow) : drain(other.stream(slow))
        setImmediate(() => abort.abort())
        await assert.rejects(running, Aborted)
        await other.close()
      }
    })

    test("a statement with a person's expression or pattern has a time of its own", async () => {
      const hurried = await openWith({ check_timeout_seconds: 0.1, statement_timeout_seconds: 600 })
      for (const own of [{ written: ['1 = 1'] }, { matches_own_pattern: true }]) {
        const slow = { ...statement(fixture.slow), ...own }
        for (const running of [() => hurried.query(slow), () => drain(hurried.stream(slow))]) {
          await assert.rejects(running(), (error) => {
            assert(error instanceof StatementTooLate)
            assert.match(error.message, /ran longer than (?:0\.1|\d+) seconds and was cancelled/)
            return true
          })
        }
      }
      assert.deepEqual((await hurried.query(statement('select 42'))).rows, [[42]])
      await hurried.close()
    })

    test(
      'a statement that runs too long is refused saying so, and the session stays usable',
      patience,
      async () => {
        const hurried = await openWith({ statement_timeout_seconds: 0.5 })
        await assert.rejects(hurried.query(statement(fixture.slow)), (error) => {
          assert(error instanceof StatementRefused)
          assert.match(error.message, /ran longer than 0\.5 seconds and was cancelled/)
          return true
        })
        assert.deepEqual(await answerInTime(hurried, 'select 42'), [[42]])
        await hurried.close()
      },
    )
  })
}

/** The rows of a statement in a session whose bound may be too short for any statement while the machine is busy. */
async function answerInTime(session: Session, sql: string): Promise<Cell[][]> {
  for (;;) {
    try {
      return (await session.query(statement(sql))).rows
    } catch (error) {
      if (!(error instanceof StatementTooLate)) throw error
    }
  }
}

const commonAttempts = [
  '',
  '-- nothing',
  'create table stolen (a int)',
  'drop table people',
  'delete from people',
  `update people set name = 'x'`,
  `attach '/tmp/elsewhere.db' as elsewhere`,
  'begin',
  'commit',
  'explain select 1',
  'pragma journal_mode = wal',
  'set timezone = 1',
  `with gone as (delete from people returning *) select * from gone`,
  `/* select */ insert into people values (4)`,
]

async function drain(batches: AsyncIterable<Rows>): Promise<void> {
  for await (const batch of batches) assert(batch.rows.length > 0)
}
