import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { describeContract } from '../../harness/contract.ts'
import { makeDatastore, makePeople } from '../../harness/factories.ts'

describeContract('POST /operations/schedule', (app) => {
  let datastore_id = 0
  before(async () => void (datastore_id = (await makePeople(app)).datastore))
  const create = async (members: object) => {
    const { status, body } = await app.ask('POST', '/api/operations/schedule', { datastore_id, ...members })
    assert.equal(status, 200, JSON.stringify(body))
    return body
  }

  test('an export schedule carries its payload; with ids and tags of containers it is refused', async () => {
    const enrichment = await makeDatastore(app, {}, { enrichment_only: true })
    await app.ask('PATCH', `/api/datastores/${datastore_id}/enrichment/${enrichment}`)
    const given = { type: 'export', asset_type: 'checks', crontab: '30 2 * * *', include_masked: true }
    const { asset_type, container_ids, container_tags, include_deleted, include_masked } = await create(given)
    assert.deepEqual(
      { asset_type, container_ids, container_tags, include_deleted, include_masked },
      {
        asset_type: 'checks',
        container_ids: null,
        container_tags: null,
        include_deleted: false,
        include_masked: true,
      },
    )
    const both = { ...given, datastore_id, container_ids: [1], container_tags: ['gold'] }
    const { status, body } = await app.ask('POST', '/api/operations/schedule', both)
    assert.deepEqual([status, body.detail[0].loc], [422, ['body', 'container_ids']])
    const { body: audit } = await app.ask('GET', '/api/audit-logs/masking')
    assert.equal(audit.total, 0)
  })

  test('a scan schedule carries its payload, its times and who made it', async () => {
    const body = await create({
      type: 'scan',
      name: 'Nightly',
      crontab: '30 2 * * *',
      timezone: 'europe/berlin',
      container_names: ['people.csv'],
      remediation: 'none',
      incremental: false,
      auto_resolve_passed_anomalies: false,
      max_records_analyzed_per_partition: 1000,
      enrichment_source_record_limit: 50,
    })
    const { id, created, last_updated, datastore, owner, ...rest } = body
    assert.ok(id > 0 && created && last_updated && owner.startsWith('admin'))
    assert.equal(datastore.id, datastore_id)
    assert.deepEqual(rest, {
      type: 'scan',
      name: 'Nightly',
      datastore_id,
      crontab: '30 2 * * *',
      timezone: 'Europe/Berlin',
      deactivated: false,
      container_names: ['people.csv'],
      container_ids: null,
      container_tags: null,
      remediation: 'none',
      incremental: false,
      auto_resolve_passed_anomalies: false,
      max_records_analyzed_per_partition: 1000,
      enrichment_source_record_limit: 50,
      high_count_rollup_threshold: null,
      archive_duplicate_anomalies: null,
      reactivate_recurring_anomalies: null,
      check_categories: null,
      greater_than_time: null,
      greater_than_batch: null,
      check_variables: null,
      force: false,
      // It is 12:00 on 1 March 2026, and Berlin is an hour ahead.
      next_run: '2026-03-02T01:30:00.000Z',
      last_run: null,
      message: null,
    })
  })

  test('a sync may be scheduled; the time zone is UTC and the name null unless they are given', async () => {
    const body = await create({ type: 'sync', crontab: ' 0 13 * * * ', prune: true })
    assert.deepEqual(
      [body.type, body.name, body.timezone, body.prune, body.include, body.crontab, body.next_run],
      ['sync', null, 'UTC', true, null, '0 13 * * *', '2026-03-01T13:00:00.000Z'],
    )
  })

  test('null stands for a default, and unknown members are ignored', async () => {
    const body = await create({
      type: 'scan',
      crontab: '0 13 * * *',
      timezone: null,
      deactivated: null,
      name: null,
      remediation: null,
      max_records_analyzed_per_partition: null,
      color: 'red',
    })
    assert.deepEqual(
      [
        body.timezone,
        body.deactivated,
        body.remediation,
        body.max_records_analyzed_per_partition,
        body.color,
      ],
      ['UTC', false, null, -1, undefined],
    )
  })

  test('an incremental scan resolves nothing, whatever was asked for', async () => {
    const scan = { type: 'scan', crontab: '0 13 * * *', auto_resolve_passed_anomalies: true }
    const resolves = []
    for (const incremental of [true, false, null]) {
      resolves.push((await create({ ...scan, incremental })).auto_resolve_passed_anomalies)
    }
    assert.deepEqual(resolves, [false, true, true])
  })

  test('one that is made deactivated keeps its crontab and waits for nothing', async () => {
    const body = await create({ type: 'sync', crontab: '0 13 * * *', deactivated: true })
    assert.deepEqual([body.deactivated, body.crontab, body.next_run], [true, '0 13 * * *', null])
  })
})
