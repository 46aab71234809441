import assert from 'node:assert/strict'
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { after, before, describe, test } from 'node:test'
import type { HeldSession } from '../../src/connectors/connector.ts'
import { readable } from '../../src/connectors/readable.ts'
import { cellToNumber } from '../../src/kernel/cell.ts'
import { closeResting, withKeptSession } from '../../src/services/datastores/kept-session.ts'
import { startApp, type TestApp } from '../harness/app.ts'
import { makeCheck, syncDatastore } from '../harness/factories.ts'
import { onServer, postgresSource, type PostgresSource } from '../harness/postgres-source.ts'
import { statementsOf } from '../harness/statements.ts'

describe('a session that is kept for the next check', () => {
  let app: TestApp
  let source: PostgresSource
  const datastores = { postgresql: 0, sqlite: 0 }
  const path = () => join(app.folder, 'kept.db')
  const write = (sql: string): void => {
    const database = new DatabaseSync(path())
    database.exec(sql)
    database.close()
  }

  before(async () => {
    app = await startApp()
    source = await postgresSource()
    await onServer(source.url, ['create table t (n int)'])
    write('create table t (n int)')
    const make = async (body: object): Promise<number> => {
      const answer = await app.ask('POST', '/api/datastores', body)
      assert.equal(answer.status, 201, JSON.stringify(answer.body))
      return answer.body.id
    }
    const { connection, target } = source
    datastores.postgresql = await make({
      name: 'postgresql',
      connection: { name: 'postgresql', type: 'postgresql', ...connection },
      database: target.database,
      schema: target.schema,
    })
    datastores.sqlite = await make({
      name: 'sqlite',
      connection: { name: 'sqlite', type: 'sqlite', uri: path() },
    })
  })
  after(async () => {
    await app.close()
    await source.close()
  })

  const { signal } = new AbortController()
  const using = <Result>(store: keyof typeof datastores, work: (session: HeldSession) => Promise<Result>) =>
    withKeptSession(app.environment, datastores[store], signal, work)
  const ask = async (session: HeldSession, sql: string) =>
    (await readable(session).query({ sql, parameters: [] })).rows[0]?.[0]
  const processOf = (session: HeldSession) => ask(session, 'select pg_backend_pid()')
  const count = async (session: HeldSession) => cellToNumber(await ask(session, 'select count(*) from t'))

  test('is the same connection, sees what was written meanwhile, and can write nothing', async () => {
    const first = await using('postgresql', async (session) => [
      await processOf(session),
      await count(session),
    ])
    await onServer(source.url, ['insert into t values (1)'])
    const second = await using('postgresql', async (session) => [
      await processOf(session),
      await count(session),
    ])
    assert.deepEqual(second, [first[0], 1])
    await using('postgresql', async (session) => {
      assert.equal(await ask(session, `select current_setting('transaction_read_only')`), 'on')
      assert.equal(await ask(session, `select current_setting('transaction_isolation')`), 'repeatable read')
      assert.equal(await ask(session, `select current_setting('application_name')`), 'assay')
    })
  })

  test('keeps nobody in the source from changing the table that it has read', async () => {
    await using('postgresql', count)
    // Sooner than the session is closed, which would let go of a lock that was kept.
    await onServer(source.url, [`set lock_timeout = '3s'; alter table t add column added int`])
    await using('sqlite', count)
    rmSync(path())
    write('create table t (n int); insert into t values (1), (2)')
    assert.equal(await using('sqlite', count), 2)
  })

  test('is another one after the work failed, was aborted, or the connection was changed', async () => {
    const first = await using('postgresql', processOf)
    const failing = using('postgresql', (session) => ask(session, 'select 1 / 0'))
    await assert.rejects(failing)
    const second = await using('postgresql', processOf)
    assert.notEqual(second, first)
    const stop = new AbortController()
    const aborted = withKeptSession(app.environment, datastores.postgresql, stop.signal, async (session) => {
      setImmediate(() => stop.abort())
      await ask(session, 'select count(*) from generate_series(1, 10000000000)')
    })
    await assert.rejects(aborted)
    const third = await using('postgresql', processOf)
    assert.notEqual(third, second)
    const { body } = await app.ask('GET', `/api/datastores/${datastores.postgresql}`)
    const renamed = { password: source.connection.password, parameters: { sslmode: 'disable' } }
    const changed = await app.ask('PUT', `/api/connections/${body.connection_id}`, renamed)
    assert.equal(changed.status, 200, JSON.stringify(changed.body))
    assert.notEqual(await using('postgresql', processOf), third)
  })

  test('is opened anew when the server has ended it meanwhile', async () => {
    const first = await using('postgresql', processOf)
    await onServer(source.url, [`select pg_terminate_backend(${Number(first)}, 20000)`])
    assert.notEqual(await using('postgresql', processOf), first)
  })

  test('is not the one that somebody else works with, and there are none left after the end of the service', async () => {
    const both = await using('postgresql', async (one) => [
      await processOf(one),
      await using('postgresql', processOf),
    ])
    assert.notEqual(both[0], both[1])
    await closeResting(app.environment)
    await onServer(source.url, [
      `do $$ begin
         for round in 1..2000 loop
           exit when not exists (select from pg_stat_activity where application_name = 'assay' and datname = current_database());
           perform pg_stat_clear_snapshot(), pg_sleep(0.01);
           if round = 2000 then raise 'a session is left'; end if;
         end loop; end $$`,
    ])
  })

  test('serves a check with a filter that is saved after another one, which asks the state little', async () => {
    await syncDatastore(app, datastores.postgresql)
    const { body } = await app.ask('GET', `/api/containers?datastore=${datastores.postgresql}`)
    const [{ id: container }] = body.items
    const first = await makeCheck(app, container, { fields: ['n'], filter: 'n > 1' })
    const process = await using('postgresql', processOf)
    const statements = statementsOf(app.environment.store, /./)
    const costOf = async (work: () => Promise<unknown>): Promise<number> => {
      const before = statements.length
      await work()
      return statements.length - before
    }
    const plain = { rule: 'notNegative', fields: ['n'] }
    assert.equal(await costOf(() => makeCheck(app, container, plain)), 6)
    assert.equal(await costOf(() => makeCheck(app, container, { ...plain, filter: 'n > 2' })), 7)
    const change = (members: object) => () => app.ask('PUT', `/api/quality-checks/${first}`, members)
    assert.equal(await costOf(change({ description: 'Another one' })), 7)
    assert.equal(await costOf(change({ filter: 'n > 3' })), 9)
    assert.equal(await using('postgresql', processOf), process)
  })
})
