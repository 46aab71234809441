import assert from 'node:assert/strict'
import { test } from 'node:test'
import { describeRuns, finish, makePrices, scanned } from '../../harness/runs.ts'

describeRuns('GET /operations/{id}', (app) => {
  const read = async (id: number) => (await app.ask('GET', `/api/operations/${id}`)).body

  test('has everything about a scan: who, where, how, how far, and each container', async () => {
    const source = await makePrices(app)
    const scan = await scanned(app, source, { container_names: ['a.csv'] })
    const { id, created, start_time, end_time, datastore, containers, container_scans, ...rest } = scan
    assert.ok(created <= start_time && start_time <= end_time && end_time.endsWith('Z'))
    assert.deepEqual(Object.keys(datastore).sort(), [
      'enrichment_only',
      'enrichment_prefix',
      'favorite',
      'id',
      'name',
      'store_type',
      'type',
    ])
    const [{ id: container, ...shown }] = containers
    assert.deepEqual(shown, { name: 'a.csv', container_type: 'file', table_type: 'file' })
    const [{ created: begun, start_time: start, end_time: end, ...result }] = container_scans
    assert.ok(begun && start <= end)
    assert.deepEqual(result, {
      id: result.id,
      container: { id: container, ...shown },
      records_processed: 2,
      anomaly_count: 1,
      open_anomaly_count: 1,
      archived_anomaly_count: 0,
      auto_resolved_anomaly_count: 0,
      result: 'success',
      message: null,
    })
    assert.deepEqual(rest.status, {
      total_containers: 1,
      containers_analyzed: 1,
      partitions_scanned: 1,
      records_processed: 2,
      anomalies_identified: 1,
      auto_resolved_anomaly_count: 0,
    })
    assert.deepEqual(
      [rest.type, rest.result, rest.message, rest.schedule, rest.tags, rest.datastore_id],
      ['scan', 'success', null, null, [], source.datastore_id],
    )
    assert.match(rest.triggered_by, /^admin/)
    assert.deepEqual([rest.greater_than_time, rest.greater_than_batch], [null, null])
    assert.ok(id > 0)
  })

  test('counts what is open and what is archived of that which a scan found in each container', async () => {
    const scan = await scanned(app, await makePrices(app))
    const counts = async () =>
      (await read(scan.id)).container_scans.map((one: Record<string, number>) => [
        one['anomaly_count'],
        one['open_anomaly_count'],
        one['archived_anomaly_count'],
      ])
    assert.deepEqual(await counts(), [
      [1, 1, 0],
      [0, 0, 0],
    ])
    const { body } = await app.ask('GET', `/api/anomalies?container_scan=${scan.container_scans[0].id}`)
    await app.ask('DELETE', `/api/anomalies/${body.items[0].id}?status=Invalid`)
    assert.deepEqual(await counts(), [
      [1, 0, 1],
      [0, 0, 0],
    ])
  })

  test('tells each state with its times: queued, running, success, failure', async () => {
    const source = await makePrices(app)
    const id = await app.trigger(source, { type: 'scan' })
    const state = ({ result, start_time, end_time }: Record<string, unknown>) => [
      result,
      start_time !== null,
      end_time !== null,
    ]
    assert.deepEqual(state(await read(id)), ['queued', false, false])
    // The plan comes first; a scan is running once its containers are counted.
    await app.step()
    assert.deepEqual(state(await read(id)), ['queued', false, false])
    await app.step()
    assert.deepEqual(state(await read(id)), ['running', true, false])
    await finish(app)
    assert.deepEqual(state(await read(id)), ['success', true, true])
    source.remove('b.csv')
    assert.deepEqual(state(await scanned(app, source)), ['failure', true, true])
  })

  test('is the same under the path without the prefix', async () => {
    const { id } = await scanned(app, await makePrices(app))
    assert.deepEqual((await app.ask('GET', `/operations/${id}`)).body, await read(id))
  })

  test('a new limit of source records counts for later scans, and never for the number of bad records', async () => {
    const rows = (from: number) => Array.from({ length: 8 }, (_, id) => `${from + id},-1`).join('\n')
    const source = await app.source({ 'a.csv': `id,price\n${rows(0)}\n` })
    await app.check(source, 'a.csv', { rule: 'notNegative', fields: ['price'] })
    // One anomaly stands for all of them, so that its sample is what the limit cuts.
    const rolledUp = { high_count_rollup_threshold: 1 }
    const limit = (enrichment_source_record_limit: number) =>
      app.ask('PUT', `/api/datastores/${source.datastore_id}`, { enrichment_source_record_limit })
    const sample = async (scan: { container_scans: { id: number }[] }) => {
      const { body } = await app.ask('GET', `/api/anomalies?container_scan=${scan.container_scans[0]?.id}`)
      const [{ id, anomalous_records_count }] = body.items
      const records = await app.ask('GET', `/api/anomalies/${id}/source-record?limit=100`)
      return [anomalous_records_count, JSON.parse(records.body.source_record).length]
    }
    await limit(3)
    const first = await scanned(app, source, rolledUp)
    assert.deepEqual(await sample(first), [8, 3])
    await limit(5)
    assert.deepEqual(await sample(first), [8, 3])
    assert.deepEqual(await sample(await scanned(app, source, rolledUp)), [8, 5])
    const own = { ...rolledUp, enrichment_source_record_limit: 2 }
    assert.deepEqual(await sample(await scanned(app, source, own)), [8, 2])
  })
})
