import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { setTimeout } from 'node:timers/promises'
import { Client } from 'pg'
import { startLoggedServer, type LoggedServer } from '../harness/logged-server.ts'
import { onServer } from '../harness/postgres-source.ts'
import { startWorkingApp, type WorkingApp } from '../harness/working-app.ts'

describe('a scan of a PostgreSQL table with 20 row checks', () => {
  let server: LoggedServer
  let app: WorkingApp
  before(async () => {
    server = await startLoggedServer()
    app = await startWorkingApp()
  })
  after(async () => {
    await app.close()
    await server.stop()
  })

  test('costs one aggregate statement and at most one per failed check, in one read-only snapshot', async () => {
    await onServer(server.url, [
      'create table orders (id bigint, price numeric(10, 2), note text)',
      `insert into orders select i, i - 3, case when i % 4 = 0 then null else 'note ' || i end from generate_series(1, 1000) as i`,
    ])
    const source = { datastore_id: await datastoreOn(app, server), folder: '', write() {}, remove() {} }
    // Of 20 checks, 2 fail for single rows and 3 for more than the roll-up threshold.
    await app.check(source, 'orders', { rule: 'notNegative', fields: ['price'] })
    await app.check(source, 'orders', { rule: 'positive', fields: ['price'] })
    await app.check(source, 'orders', { rule: 'notNull', fields: ['note'] })
    await app.check(source, 'orders', { rule: 'maxValue', fields: ['id'], properties: { value: 900 } })
    await app.check(source, 'orders', { rule: 'maxLength', fields: ['note'], properties: { value: 7 } })
    for (let bound = 0; bound < 15; bound++) {
      await app.check(source, 'orders', {
        rule: 'maxValue',
        fields: ['price'],
        properties: { value: 10_000 + bound },
      })
    }
    const earlier = new Set(server.sessions().keys())
    const scan = await app.scan(source, { container_names: ['orders'] })
    assert.equal(scan.result, 'success', scan.message)
    assert.equal(scan.status.anomalies_identified, 3 + 3)

    const sessions = [...server.sessions()].filter(([process]) => !earlier.has(process))
    assert.equal(sessions.length, 1, 'one connection')
    const [, statements = []] = sessions[0] ?? []
    const about = statements.filter((statement) => /from \(?.*"orders"/s.test(statement))
    const aggregates = about.filter((statement) => /\bsum\(case\b|\bcount\(/i.test(statement))
    assert.equal(aggregates.length, 1, 'one aggregate statement')
    const others = about.length - aggregates.length
    assert.equal(
      others,
      4,
      'one statement for the rows of all checks below the threshold, one for each above it',
    )

    const begins = statements.findIndex((statement) => /^(begin|start transaction)/i.test(statement))
    const ends = statements.findLastIndex((statement) => /^(commit|rollback)$/i.test(statement))
    assert.match(statements[begins] ?? '', /repeatable read/i)
    assert.match(statements[begins] ?? '', /read only/i)
    for (const statement of about) {
      const at = statements.indexOf(statement)
      assert.ok(at > begins && (ends === -1 || at < ends), 'every row is read in that transaction')
    }
    assert.equal(statements.filter((statement) => /^(begin|start transaction)/i.test(statement)).length, 1)
  })

  test('reads the rows of a table that is filled anew while it begins, not an empty table', async () => {
    await onServer(server.url, ['create table filled as select i as id from generate_series(1, 3) as i'])
    const source = {
      datastore_id: await datastoreOn(app, server, 'filled'),
      folder: '',
      write() {},
      remove() {},
    }
    await app.check(source, 'filled', { rule: 'maxValue', fields: ['id'], properties: { value: 3 } })
    const owner = new Client({ connectionString: server.url })
    await owner.connect()
    await owner.query('begin; truncate filled; insert into filled select i from generate_series(1, 5) as i')
    const scan = app.scan(source, { container_names: ['filled'] })
    const isWaitedFor = `select exists (select from pg_locks where not granted and relation = 'filled'::regclass)`
    while (!(await owner.query(isWaitedFor)).rows[0].exists) await setTimeout(5)
    await owner.query('commit')
    await owner.end()
    const { result, message, status } = await scan
    assert.equal(result, 'success', message)
    assert.deepEqual([status.records_processed, status.anomalies_identified], [5, 2])
  })

  for (const type of ['scan', 'profile'])
    test(`says in each statement on rows of a ${type} which run and container it is for`, async () => {
      const names = ['first', 'second'].map((name) => `${name}_of_${type}`)
      for (const name of names)
        await onServer(server.url, [
          `create table ${name} as select i as id from generate_series(1, 10) as i`,
        ])
      const datastore_id = await datastoreOn(app, server, `for a ${type}`)
      const source = { datastore_id, folder: '', write() {}, remove() {} }
      for (const name of names)
        await app.check(source, name, { rule: 'maxValue', fields: ['id'], properties: { value: 5 } })
      // Containers that an earlier run found to be small are read together in one session.
      assert.equal(
        (await app.ended(await app.trigger(source, { type, container_names: names }))).result,
        'success',
      )
      const before = [...server.sessions().values()].flat().length
      const operation = await app.trigger(source, { type, container_names: names })
      assert.equal((await app.ended(operation)).result, 'success')

      const statements = [...server.sessions().values()].flat().slice(before)
      for (const name of names) {
        const id = (await app.ask('GET', `/api/containers?datastore=${datastore_id}&name=${name}`)).body
          .items[0].id
        const about = statements.filter(
          (statement) => statement.includes(`"${name}"`) && !/pg_catalog|quote_ident/.test(statement),
        )
        assert.ok(about.length > 0, name)
        for (const statement of about)
          assert.ok(statement.startsWith(`/* assay operation=${operation} container=${id} */ `), statement)
      }
    })
})

async function datastoreOn(app: WorkingApp, { reader }: LoggedServer, name = 'shop'): Promise<number> {
  const { status, body } = await app.ask('POST', '/api/datastores', {
    name,
    connection: { name, type: 'postgresql', ...reader },
    database: 'assay',
    schema: 'public',
  })
  assert.equal(status, 201, JSON.stringify(body))
  const source = { datastore_id: body.id, folder: '', write() {}, remove() {} }
  assert.equal((await app.ended(await app.trigger(source, { type: 'sync' }))).result, 'success')
  return body.id
}
