import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import type { Session } from '../../src/connectors/connector.ts'
import { connectors } from '../../src/connectors/registry.ts'
import { RunFailure } from '../../src/kernel/errors.ts'
import { boundsIn, tableNamed } from '../harness/example-tables.ts'
import { trinoAbsence, trinoSource, type TrinoSource } from '../harness/trino-source.ts'

describe('tables of Iceberg in Trino', { skip: trinoAbsence }, () => {
  const folder = mkdtempSync(join(tmpdir(), 'assay-iceberg-'))
  let source: TrinoSource
  before(async () => {
    source = await trinoSource('iceberg')
  })
  after(async () => {
    await source?.close()
    rmSync(folder, { recursive: true })
  })

  const opened = (username = 'assay'): Promise<Session> =>
    connectors.get('trino').open({ ...source.connection, username }, source.target, boundsIn(folder))

  /** Runs with a session and closes it. */
  const within = async <Result>(work: (session: Session) => Promise<Result>, username?: string) => {
    const session = await opened(username)
    try {
      return await work(session)
    } finally {
      await session.close()
    }
  }

  const fieldsOf = async (session: Session, name: string) => (await session.describe(tableNamed(name))).fields

  /** A query of the ids that a session shows, whose relation was made of these fields. */
  const idsIn = (session: Session, name: string, fields: Awaited<ReturnType<typeof fieldsOf>>) => {
    const relation = session.relation(tableNamed(name), fields, 'all')
    assert.equal(relation.kind, 'store')
    const sql = `select id from ${relation.kind === 'store' ? relation.sql : ''} order by 1`
    return { sql, parameters: [] }
  }

  const idsOf = async (session: Session, name: string): Promise<string[]> => {
    const { rows } = await session.query(idsIn(session, name, await fieldsOf(session, name)))
    return rows.map(([id]) => String(id))
  }

  const stampOf = async (session: Session, name: string): Promise<string | null> =>
    (await session.stamps?.(tableNamed(name), [name]))?.get(name) ?? null

  const remarksOf = async (session: Session, name: string): Promise<readonly string[]> =>
    (await session.describe(tableNamed(name))).remarks ?? []

  test('are read at one snapshot: what is written, deleted or dropped as a column between two statements does not show', async () => {
    await source.run([
      'create table orders (id bigint, name varchar)',
      `insert into orders values (1, 'a'), (2, null)`,
    ])
    await within(async (session) => {
      const fields = await fieldsOf(session, 'orders')
      const asked = idsIn(session, 'orders', fields)
      assert.deepEqual((await session.query(asked)).rows, [[1], [2]])
      await source.run([`insert into orders values (3, 'c')`, 'delete from orders where id = 1'])
      assert.deepEqual((await session.query(asked)).rows, [[1], [2]])
      await source.run(['alter table orders drop column name'])
      const streamed = await Array.fromAsync(session.stream(asked))
      assert.deepEqual(
        streamed.flatMap(({ rows }) => rows),
        [[1], [2]],
      )
      assert.deepEqual(await fieldsOf(session, 'orders'), fields)
    })
    await within(async (session) => assert.deepEqual(await idsOf(session, 'orders'), ['2', '3']))
  })

  test('are read at one snapshot by relations of tables that the session did not describe', async () => {
    await source.run(['create table one as select 1 as id', 'create table other as select 1 as id'])
    const fields = await within((session) => fieldsOf(session, 'one'))
    await within(async (session) => {
      const [first, second] = ['one', 'other'].map((name) => idsIn(session, name, fields).sql)
      const both = { sql: `select * from (${first}) union all select * from (${second})`, parameters: [] }
      assert.deepEqual((await session.query(both)).rows, [[1], [1]])
      await source.run(['insert into one values 2', 'insert into other values 2'])
      assert.deepEqual((await session.query(both)).rows, [[1], [1]])
      assert.deepEqual(await session.query(both), await session.query({ ...both }))
    })
  })

  test('have the same fields at their snapshot as in the catalogue, whatever their types are', async () => {
    await source.run([
      `create table kinds (yes boolean, small integer, wide bigint, short real, long double, exact decimal(10, 2), word varchar, bytes varbinary,
         day date, time_of_day time(6), local_time timestamp(6), instant timestamp(6) with time zone, mark uuid,
         list array(decimal(4, 1)), pairs map(varchar, integer), "row" row(a integer, "B c" varchar))`,
    ])
    await within(async (session) => {
      const [known] = await Array.fromAsync(session.discover()).then((all) =>
        all.filter(({ name }) => name === 'kinds'),
      )
      const described = await session.describe(tableNamed('kinds'))
      assert.deepEqual(described.fields, known?.fields)
      assert.deepEqual(described.remarks ?? [], [])
    })
  })

  test('of which a column was changed after the last snapshot are read as they are, and that is said', async () => {
    await source.run([
      'create table changed as select 1 as id',
      'alter table changed add column name varchar',
    ])
    await within(async (session) => {
      assert.deepEqual(await idsOf(session, 'changed'), ['1'])
      assert.deepEqual(await remarksOf(session, 'changed'), [
        'The table "changed" was not read at one snapshot, and rows that are written meanwhile may show. Its columns were changed after the last one.',
      ])
      assert.deepEqual(await session.remarksOn?.('changed'), await remarksOf(session, 'changed'))
      assert.equal(await stampOf(session, 'changed'), null)
      await source.run([`insert into changed values (2, 'b')`])
      assert.deepEqual(await idsOf(session, 'changed'), ['1', '2'])
    })
    await within(async (session) => {
      assert.deepEqual(await remarksOf(session, 'changed'), [])
      assert.ok(await stampOf(session, 'changed'))
    })
  })

  test('that hold rows beside views of them are told from these: a view has no snapshot', async () => {
    await source.run(['create table base as select 1 as id', 'create view seen as select id from base'])
    await within(async (session) => {
      assert.deepEqual(await idsOf(session, 'seen'), ['1'])
      assert.deepEqual(await remarksOf(session, 'seen'), [])
      assert.equal(await stampOf(session, 'seen'), null)
    })
  })

  test('have a stamp that stays while nothing is written, and is another one afterwards', async () => {
    await source.run(['create table stamped as select 1 as id'])
    const stamp = () => within((session) => stampOf(session, 'stamped'))
    const first = await stamp()
    assert.ok(first)
    assert.equal(await stamp(), first)
    await source.run(['insert into stamped values 2'])
    const second = await stamp()
    assert.ok(second && second !== first)
    await source.run([`alter table stamped execute rollback_to_snapshot(${first.replace('iceberg ', '')})`])
    assert.equal(await stamp(), first, 'the older snapshot is the newest one again')
  })

  test('have no stamp where rules of access leave out rows or mask columns, which may change without a snapshot', async () => {
    for (const name of ['filtered', 'masked'])
      await source.run([`create table ${name} as select * from (values (1, 'a'), (2, 'b')) as t (id, name)`])
    for (const name of ['filtered', 'masked']) {
      assert.ok(await within((session) => stampOf(session, name)))
      assert.equal(await within((session) => stampOf(session, name), 'limited'), null)
    }
    assert.deepEqual(await within((session) => idsOf(session, 'filtered'), 'limited'), ['2'])
  })

  test('are read at one snapshot by an account that is not told what the catalog is', async () => {
    await source.run(['create table quiet as select 1 as id'])
    await within(async (session) => {
      const asked = idsIn(session, 'quiet', await fieldsOf(session, 'quiet'))
      await source.run(['insert into quiet values 2'])
      assert.deepEqual((await session.query(asked)).rows, [[1]])
    }, 'limited')
  })

  test('whose snapshots an account may not see are read as they are, with the reason', async () => {
    await source.run(['create table closed as select 1 as id'])
    await within(async (session) => {
      assert.deepEqual(await idsOf(session, 'closed'), ['1'])
      const [remark = ''] = await remarksOf(session, 'closed')
      assert.match(remark, /"closed" was not read at one snapshot.*Access Denied/)
    }, 'limited')
  })

  test('whose snapshot has expired are read by another try', async () => {
    await source.run(['create table expiring as select 1 as id'])
    await within(async (session) => {
      const asked = idsIn(session, 'expiring', await fieldsOf(session, 'expiring'))
      await source.run([
        'insert into expiring values 2',
        `alter table expiring execute expire_snapshots(retention_threshold => '0s')`,
      ])
      await assert.rejects(
        session.query(asked),
        (error) => error instanceof RunFailure && error.retryable && /has expired/.test(error.message),
      )
    })
  })
})
