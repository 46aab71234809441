import assert from 'node:assert/strict'
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { before, test } from 'node:test'
import { describeContract } from '../../harness/contract.ts'
import { makeConnection, makeDatastore } from '../../harness/factories.ts'

describeContract('POST /datastores makes a datastore', (app) => {
  let root_path = ''
  let connection_id = 0
  before(async () => {
    root_path = join(app.folder, 'root')
    await mkdir(root_path)
    connection_id = await makeConnection(app)
  })

  test('with defaults, for a Manager, as clients send it with nulls', async () => {
    const manager = await app.user('Manager')
    const input = {
      name: 'Analytics Bronze',
      connection_id,
      root_path,
      tags: null,
      teams: null,
      database: null,
    }
    const { status, body } = await app.ask('POST', '/api/datastores', input, manager)
    assert.equal(status, 201)
    const { id, created, ...rest } = body
    assert.ok(id > 0 && created.endsWith('Z'))
    assert.deepEqual(rest, {
      name: 'Analytics Bronze',
      description: null,
      type: 'local',
      store_type: 'dfs',
      connection_id,
      database: null,
      schema: null,
      root_path,
      file_patterns: [],
      compute: null,
      connected: true,
      favorite: false,
      quality_score: null,
      enrichment_only: false,
      enrichment_prefix: '_analytics_bronze',
      enrichment_source_record_limit: 10,
      enrichment_remediation_strategy: 'none',
      high_count_rollup_threshold: 10,
      enrich_datastore: null,
      teams: [],
      global_tags: [],
      metrics: { containers: 0, active_checks: 0, active_anomalies: 0 },
      latest_operation: null,
    })
  })

  test('a second name that reads the same gets a prefix of its own', async () => {
    const { body } = await app.ask('POST', '/api/datastores', {
      name: 'analytics-bronze',
      connection_id,
      root_path,
    })
    assert.equal(body.enrichment_prefix, '_analytics_bronze_2')
  })

  test('a prefix that has tables of a datastore that is gone is made for Admins alone', async () => {
    const enrichment_datastore_id = await makeDatastore(app, {}, { enrichment_only: true })
    const wanted = { name: 'Gone', connection_id, root_path, enrichment_datastore_id }
    const prefixes: string[] = []
    for (const token of [undefined, await app.user('Manager'), undefined]) {
      const { body } = await app.ask('POST', '/api/datastores', wanted, token)
      prefixes.push(body.enrichment_prefix)
      await app.ask('DELETE', `/api/datastores/${body.id}`)
    }
    assert.deepEqual(prefixes, ['_gone', '_gone_2', '_gone'])
  })

  test('a long name gets a prefix with which every table has a name that all stores take', async () => {
    for (const name of ['a'.repeat(255), `${'a'.repeat(254)}b`]) {
      const { body } = await app.ask('POST', '/api/datastores', { name, connection_id, root_path })
      for (const table of ['check_templates_export', 'field_profiles_export', 'materialize_1234567890'])
        assert.ok(`${body.enrichment_prefix}_${table}`.length <= 63, body.enrichment_prefix)
    }
  })

  test('with tags that are made, teams, settings and an enrichment datastore', async () => {
    const enrichment_datastore_id = await makeDatastore(app, {}, { enrichment_only: true })
    const { status, body } = await app.ask('POST', '/api/datastores', {
      name: 'Full',
      connection_id,
      root_path,
      description: 'All of it',
      tags: ['pii', 'gold', 'pii'],
      teams: ['Public'],
      enrichment_datastore_id,
      enrichment_prefix: '_mine',
      enrichment_source_record_limit: 1_000_000_000,
      enrichment_remediation_strategy: 'append',
      high_count_rollup_threshold: 1000,
    })
    assert.equal(status, 201)
    assert.deepEqual(
      body.global_tags.map(({ name }: { name: string }) => name),
      ['gold', 'pii'],
    )
    assert.deepEqual(body.teams, [{ id: 1, name: 'Public' }])
    assert.deepEqual([body.enrich_datastore.id, body.enrichment_prefix], [enrichment_datastore_id, '_mine'])
    assert.deepEqual(
      [
        body.enrichment_source_record_limit,
        body.enrichment_remediation_strategy,
        body.high_count_rollup_threshold,
      ],
      [1_000_000_000, 'append', 1000],
    )
  })

  test('with a connection that is made along with it', async () => {
    const connection = { name: 'Inline', type: 'local', password: 'canary' }
    const { status, body } = await app.ask('POST', '/api/datastores', {
      name: 'On inline',
      connection,
      root_path,
    })
    assert.equal(status, 201)
    assert.equal((await app.ask('GET', `/api/connections/${body.connection_id}`)).body.name, 'Inline')
    assert.doesNotMatch(JSON.stringify(body), /canary/)
  })

  test('trigger_sync, under its older name too, starts the first sync of it', async () => {
    const manager = await app.user('Manager')
    for (const [name, flag] of [
      ['One', { trigger_sync: true }],
      ['Two', { trigger_catalog: true }],
    ] as const) {
      const { status, body } = await app.ask(
        'POST',
        '/api/datastores',
        { name, connection_id, root_path, ...flag },
        manager,
      )
      assert.equal(status, 201)
      assert.deepEqual([body.latest_operation.type, body.latest_operation.result], ['sync', 'queued'])
    }
    const { body } = await app.ask('POST', '/api/datastores', {
      name: 'Three',
      connection_id,
      root_path,
      trigger_sync: false,
    })
    assert.equal(body.latest_operation, null)
  })
})
