import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { after, before, describe, test } from 'node:test'
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { setTimeout as delay } from 'node:timers/promises'
import { sql } from 'kysely'
import { duckdbRows, writtenObjects } from '../connectors/written-tables.ts'
import { onServer, postgresSource, type PostgresSource } from '../harness/postgres-source.ts'
import { finish, makePrices, scanned } from '../harness/runs.ts'
import { recomputeScores } from '../../src/services/scores/recompute.ts'
import { startWorkingApp, type Source, type WorkingApp } from '../harness/working-app.ts'

describe('an export', () => {
  let app: WorkingApp
  let source: Source
  let results = ''
  let editor = ''
  before(async () => {
    app = await startWorkingApp({ workers: 0 })
    source = await makePrices(app)
    results = join(app.folder, 'results.sqlite')
    new DatabaseSync(results).exec('create table other (a)')
    const enrichment = await enrichmentOn({ type: 'sqlite', uri: results })
    await link(source.datastore_id, enrichment)
    await scanned(app, source)
    editor = await app.user('Member', { Editor: [source.datastore_id, enrichment] })
  })
  after(() => app.close())

  const enrichmentOn = async (connection: object, members: object = {}): Promise<number> => {
    const name = `results ${randomBytes(4).toString('hex')}`
    const { body: made } = await app.ask('POST', '/api/connections', { name, ...connection })
    const { status, body } = await app.ask('POST', '/api/datastores', {
      name,
      connection_id: made.id,
      enrichment_only: true,
      ...members,
    })
    assert.equal(status, 201, JSON.stringify(body))
    return body.id
  }
  const link = async (from: number, to: number): Promise<void> => {
    const { status, body } = await app.ask('PATCH', `/api/datastores/${from}/enrichment/${to}`)
    assert.equal(status, 200, JSON.stringify(body))
  }
  const exported = async (payload: object, of = source) => {
    const id = await app.trigger(of, { type: 'export', ...payload })
    await finish(app)
    return app.ended(id)
  }
  const prefixOf = async (id: number): Promise<string> =>
    (await app.ask('GET', `/api/datastores/${id}`)).body.enrichment_prefix
  const inSqlite = (sql: string): Record<string, unknown>[] => {
    const database = new DatabaseSync(results)
    try {
      return database.prepare(sql).all()
    } finally {
      database.close()
    }
  }

  test('of anomalies has a row for each, and a second one takes the place of the first', async () => {
    const prefix = await prefixOf(source.datastore_id)
    for (let time = 0; time < 2; time += 1) {
      const run = await exported({ asset_type: 'anomalies' })
      assert.deepEqual([run.result, run.message, run.status.records_processed], ['success', null, 1])
    }
    const { body } = await app.ask('GET', `/api/anomalies?datastore=${source.datastore_id}`)
    const [row = {}, ...more] = inSqlite(`select * from "${prefix}_anomalies_export"`)
    assert.equal(more.length, 0)
    assert.deepEqual(
      [row['ID'], row['UUID'], row['TYPE'], row['STATUS'], row['SOURCE_CONTAINER'], row['DATASTORE_ID']],
      [body.items[0].id, body.items[0].uuid, 'record', 'Active', 'a.csv', source.datastore_id],
    )
    const left = inSqlite(`select name from sqlite_schema where name like '%\\_next\\_%' escape '\\'`)
    assert.deepEqual(left, [])
  })

  test('of checks has archived ones only when asked for, and the containers with the tags, whatever ids say', async () => {
    const prefix = await prefixOf(source.datastore_id)
    const containers = await app.containers(source)
    const archived = await app.check(source, 'a.csv', { rule: 'notNull', fields: ['id'] })
    await app.ask('DELETE', `/api/quality-checks/${archived}`)
    await app.ask('PATCH', '/api/containers', [{ id: containers.get('b.csv'), tags: ['gold'] }])
    const rows = () =>
      inSqlite(
        `select "SOURCE_CONTAINER" as c, "RULE_TYPE" as r from "${prefix}_checks_export" order by "ID"`,
      )
    await exported({ asset_type: 'checks' })
    assert.deepEqual(
      rows().map(({ c, r }) => [c, r]),
      [
        ['a.csv', 'notNegative'],
        ['b.csv', 'notNegative'],
      ],
    )
    await exported({ asset_type: 'checks', include_deleted: true, container_ids: [containers.get('a.csv')] })
    assert.deepEqual(
      rows().map(({ c, r }) => [c, r]),
      [
        ['a.csv', 'notNegative'],
        ['a.csv', 'notNull'],
      ],
    )
    const tagged = { container_ids: [containers.get('a.csv')], container_tags: ['gold'] }
    const run = await exported({ asset_type: 'checks', ...tagged })
    assert.deepEqual(
      rows().map(({ c }) => c),
      ['b.csv'],
    )
    assert.deepEqual(
      run.containers.map(({ name }: { name: string }) => name),
      ['b.csv'],
    )
  })

  test('of profiles hides the values of masked fields, shows them to Editors who ask, and says of whom there is none', async () => {
    const prefix = await prefixOf(source.datastore_id)
    const containers = await app.containers(source)
    const none = await exported({ asset_type: 'profiles' })
    assert.equal(none.result, 'warning')
    assert.match(none.message, /Remarks: 2/)
    const { body: log } = await app.ask('GET', `/api/operations/${none.id}/logs`)
    assert.match(log.items[0].message, /"a.csv" has no profile yet/)
    const profile = await app.trigger(source, { type: 'profile' })
    await finish(app)
    await app.ended(profile)
    const { body: fields } = await app.ask('GET', `/api/containers/${containers.get('a.csv')}/fields`)
    const price = fields.find(({ name }: { name: string }) => name === 'price')
    await app.ask('POST', '/api/global-tags', { name: 'heavy', weight_modifier: 7 })
    await app.ask('PATCH', '/api/fields', [{ id: price.id, status: 'masked', tags: ['heavy'] }])
    while (await recomputeScores(app.environment)) continue
    const quality_score = (await app.ask('GET', `/api/fields/${price.id}/quality-scores`)).body.items[0]
    const found = () =>
      inSqlite(
        `select "FIELD_WEIGHT" as w, "FIELD_QUALITY_SCORE" as s, "HISTOGRAM_BUCKETS" as h, "MIN" as least from "${prefix}_field_profiles_export" where "FIELD_ID" = ${price.id}`,
      )[0] ?? {}
    assert.equal((await exported({ asset_type: 'profiles' })).result, 'success')
    assert.match(String(found()['h']), /\*\*\*MASKED\*\*\*/)
    assert.equal(found()['least'], null)
    assert.ok(quality_score.total > 0)
    assert.deepEqual([found()['w'], found()['s']], [7, quality_score.total])
    const revealed = await exported({ asset_type: 'profiles', include_masked: true })
    assert.equal(revealed.include_masked, true)
    assert.match(String(found()['h']), /"-5"/)
    assert.equal(found()['least'], -5)
    const { body: audit } = await app.ask('GET', '/api/audit-logs/masking')
    assert.deepEqual(
      [audit.items[0].resource_id, audit.items[0].masked_field_names],
      [containers.get('a.csv'), ['price']],
    )
  })

  test('of profiles writes nothing of a field that is masked meanwhile', async () => {
    const prefix = await prefixOf(source.datastore_id)
    const containers = await app.containers(source)
    const container = containers.get('b.csv')
    const { body: fields } = await app.ask('GET', `/api/containers/${container}/fields`)
    const price = fields.find(({ name }: { name: string }) => name === 'price')
    const asked = { type: 'export', asset_type: 'profiles', container_ids: [container] }
    const id = await app.trigger(source, asked)
    const { database } = app.environment.store
    const waiting = sql<{ n: string }>`
      select count(*) as n from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`
    let exporting: Promise<unknown> | undefined
    // The scores are read after the profiles, and held back here.
    await database.transaction().execute(async (transaction) => {
      await sql`lock table quality_scores in access exclusive mode`.execute(transaction)
      exporting = finish(app)
      while (Number((await waiting.execute(database)).rows[0]?.n) === 0) await delay(5)
      // The request would answer with the score of the field.
      await database.updateTable('fields').set({ status: 'masked' }).where('id', '=', price.id).execute()
    })
    await exporting
    // It is tried again after a pause.
    await sql`update units set not_before = now() where operation_id = ${id}`.execute(database)
    await finish(app)
    assert.equal((await app.ended(id)).result, 'success')
    const found = inSqlite(
      `select "MIN" as least, "HISTOGRAM_BUCKETS" as h from "${prefix}_field_profiles_export" where "FIELD_ID" = ${price.id}`,
    )
    assert.deepEqual([found.length, found[0]?.['least']], [1, null])
    assert.match(String(found[0]?.['h']), /\*\*\*MASKED\*\*\*/)
  })

  for (const type of ['s3', 'gcs', 'abfs'])
    test(`goes into an object store (${type}) as a whole, and is listed and read there`, async () => {
      const store = await writtenObjects(type, app.folder)
      after(() => store.close())
      const { connection, target, server } = store
      const id = await enrichmentOn({ type, ...connection }, { root_path: target.root_path })
      const other = await makePrices(app)
      await link(other.datastore_id, id)
      await scanned(app, other)
      const table = `${await prefixOf(other.datastore_id)}_anomalies_export`
      for (let time = 0; time < 2; time += 1) {
        const run = await exported({ asset_type: 'anomalies' }, other)
        assert.deepEqual([run.result, run.message], ['success', null])
        assert.equal((await store.read(table)).length, 1)
      }
      assert.deepEqual(
        server.keys.filter((key) => /_next_/.test(key)),
        [],
      )
      const { body: listed } = await app.ask('GET', `/api/datastores/${id}/listing`)
      assert.ok(JSON.stringify(listed).includes(table), JSON.stringify(listed))
      const { body } = await app.ask('GET', `/api/datastores/${id}/source-records?path=${table}`)
      assert.equal(JSON.parse(body.source_records).length, 1)
    })

  test('waits for its end before it can be rerun, cannot be resumed, and an abort leaves the table as it was', async () => {
    const prefix = await prefixOf(source.datastore_id)
    const before = inSqlite(`select * from "${prefix}_anomalies_export"`)
    const id = await app.trigger(source, { type: 'export', asset_type: 'anomalies' })
    const unfinished = await app.ask('PUT', `/api/operations/rerun/${id}`, undefined, editor)
    assert.deepEqual([unfinished.status, unfinished.body.code], [415, 'rerun_unfinished_export'])
    assert.equal(
      (await app.ask('PUT', `/api/operations/abort/${id}`, undefined, editor)).body.result,
      'aborted',
    )
    await finish(app)
    assert.equal((await app.ask('PUT', `/api/operations/run/${id}`, undefined, editor)).status, 409)
    assert.deepEqual(inSqlite(`select * from "${prefix}_anomalies_export"`), before)
    const again = await app.ask('PUT', `/api/operations/rerun/${id}`, undefined, editor)
    assert.deepEqual([again.status, again.body.asset_type], [200, 'anomalies'])
    await finish(app)
    assert.equal((await app.ended(again.body.id)).result, 'success')
  })

  test('fails with the reason and the remedy when the table is not ours, and touches nothing', async () => {
    const other = await app.source({ 'c.csv': 'id\n1\n' })
    const folder = join(app.folder, 'result-files')
    mkdirSync(folder)
    await link(other.datastore_id, await enrichmentOn({ type: 'local' }, { root_path: folder }))
    const prefix = await prefixOf(other.datastore_id)
    const file = join(folder, `${prefix}_checks_export.parquet`)
    await duckdbRows(':memory:', `copy (select 7 as mine) to '${file}'`)
    const run = await exported({ asset_type: 'checks' }, other)
    assert.equal(run.result, 'failure')
    assert.match(run.message, /that this service did not make.*Rename or drop that table/)
    assert.deepEqual(await duckdbRows(':memory:', `from '${file}'`), [[7]])
    assert.equal((await exported({ asset_type: 'anomalies' }, other)).result, 'success')
  })

  describe('into a PostgreSQL database', () => {
    let postgres: PostgresSource
    before(async () => void (postgres = await postgresSource()))
    after(() => postgres.close())

    test('is partial when one container holds a character that the database has not, and names it', async () => {
      const other = await app.source({ 'a.csv': 'id\n1\n', '日本.csv': 'id\n1\n' })
      for (const name of ['a.csv', '日本.csv'])
        await app.check(other, name, { rule: 'notNull', fields: ['id'] })
      const url = new URL(postgres.url)
      const latin = `${postgres.target.database}_latin`
      await onServer(postgres.url, [
        `create database ${latin} encoding 'LATIN1' locale 'C' template template0 owner ${postgres.connection.username}`,
      ])
      try {
        const { host, port, username, password, parameters } = postgres.connection
        const connection = { type: 'postgresql', host, port, username, password, parameters }
        await link(other.datastore_id, await enrichmentOn(connection, { database: latin, schema: 'public' }))
        const prefix = await prefixOf(other.datastore_id)
        const run = await exported({ asset_type: 'checks' }, other)
        assert.equal(run.result, 'partial', run.message)
        assert.match(run.message, /1 of 2 containers failed. "日本.csv": The enrichment datastore refused/)
        url.pathname = `/${latin}`
        await onServer(url.href, [
          `do $$ begin assert (select string_agg("SOURCE_CONTAINER", ',') from "${prefix}_checks_export") = 'a.csv'; end $$`,
        ])
      } finally {
        await onServer(postgres.url, [`drop database ${latin} with (force)`])
      }
    })
  })
})
