import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { describeRuns, makePrices, scanned, type ShownScan } from '../../harness/runs.ts'
import type { Source } from '../../harness/working-app.ts'

interface ShownPartition {
  partition: { name: string }
  records_processed: number
  open_anomaly_count: number
}

describeRuns('GET /container-scans lists container scans', (app) => {
  let source: Source
  let first: number
  let second: number
  before(async () => {
    source = await makePrices(app)
    first = (await scanned(app, source)).id
    second = (await scanned(app, source, { container_names: ['a.csv'] })).id
  })
  const listed = async (query: string, token?: string): Promise<string[]> => {
    const { status, body } = await app.ask('GET', `/api/container-scans?${query}`, undefined, token)
    assert.equal(status, 200, JSON.stringify(body))
    return body.items.map(({ container, operation_id }: ShownScan) =>
      [container.name, operation_id === first ? 'first' : 'second'].join(' '),
    )
  }

  test('newest first, without those of a sync', async () => {
    assert.deepEqual((await listed('')).sort(), ['a.csv first', 'a.csv second', 'b.csv first'])
    assert.equal((await listed(''))[0], 'a.csv second')
    const [newest] = (await app.ask('GET', '/api/container-scans')).body.items
    const { partitions_unchanged, ...single } = (await app.ask('GET', `/api/container-scans/${newest.id}`))
      .body
    assert.equal(partitions_unchanged, 0)
    assert.deepEqual(newest, single)
    assert.deepEqual(
      newest.partition_scans.map(({ partition, records_processed }: ShownPartition) => [
        partition.name,
        records_processed,
      ]),
      [['a.csv', newest.records_processed]],
    )
  })

  test('with the first twenty partition scans of each, of which a single one has all', async () => {
    const [newest, other] = (await app.ask('GET', '/api/container-scans')).body.items
    const made = await app.environment.store.pool.query<{ id: number }>(
      `insert into partition_scans (container_scan_id, partition_name, start_time, end_time, records_processed, anomaly_count, result, totals)
       select $1, 'z' || to_char(n, 'fm00') || '.csv', now(), now(), n, 0, 'success', '{}' from generate_series(1, 30) as n returning id`,
      [newest.id],
    )
    const [listedScan, next] = (await app.ask('GET', '/api/container-scans')).body.items
    const { body: single } = await app.ask('GET', `/api/container-scans/${newest.id}`)
    assert.equal(single.partition_scans.length, 31)
    assert.deepEqual(listedScan.partition_scans, single.partition_scans.slice(0, 20))
    assert.deepEqual(next.partition_scans, other.partition_scans)
    await app.environment.store.pool.query('delete from partition_scans where id = any($1)', [
      made.rows.map(({ id }) => id),
    ])
  })

  test('by run, container, name, result, and the latest of each container', async () => {
    const b = (await app.containers(source)).get('b.csv')
    assert.deepEqual(await listed(`operation=${second}`), ['a.csv second'])
    assert.deepEqual(await listed(`container=${b}`), ['b.csv first'])
    assert.deepEqual(await listed('name=B.'), ['b.csv first'])
    assert.deepEqual(await listed('result=failure'), [])
    assert.deepEqual((await listed('latest_only=true')).sort(), ['a.csv second', 'b.csv first'])
    assert.equal((await listed('sort_active_anomalies=asc'))[0], 'b.csv first')
  })

  test('by datastore, day of creation with its offset, id, and page by page', async () => {
    assert.equal((await listed(`datastore=${source.datastore_id}`)).length, 3)
    assert.deepEqual(await listed('datastore=999999'), [])
    const { body } = await app.ask('GET', `/api/container-scans?operation=${second}`)
    const { id } = body.items[0]
    assert.ok((await listed(`search=${id}`)).includes('a.csv second'))
    assert.deepEqual(await listed('search=b.c'), ['b.csv first'])
    await app.environment.store.pool.query(
      `update operation_containers set created = '2036-02-01T23:30:00Z' where id = $1`,
      [id],
    )
    assert.deepEqual(await listed('created_date=2036-02-01'), ['a.csv second'])
    assert.deepEqual(await listed('created_date=2036-02-02&offset=60'), ['a.csv second'])
    assert.deepEqual(await listed('created_date=2036-02-01&offset=60'), [])
    assert.equal((await listed('sort_created=asc')).at(-1), 'a.csv second')
    assert.equal((await listed('sort_created=desc'))[0], 'a.csv second')
    assert.equal((await listed('sort_active_anomalies=desc')).at(-1), 'b.csv first')
    const { body: page } = await app.ask('GET', '/api/container-scans?page=2&size=2')
    assert.deepEqual([page.items.length, page.total, page.page, page.size, page.pages], [1, 3, 2, 2, 2])
  })

  test('by any of the five results', async () => {
    const queued = await app.trigger(source, { type: 'scan', container_names: ['b.csv'] })
    await app.step()
    assert.equal((await listed('result=queued&result=running')).length, 1)
    await app.ask('PUT', `/api/operations/abort/${queued}`)
    assert.equal((await listed('result=aborted')).length, 1)
    assert.equal((await listed('result=success')).length, 3)
    await app.ask('DELETE', `/api/operations/${queued}`)
  })

  test('of the datastores that the caller may see', async () => {
    assert.deepEqual(await listed('', await app.user('Member')), [])
    assert.equal((await listed('', await app.user('Member', { Reporter: [source.datastore_id] }))).length, 4)
  })

  test('one of them with its partition scans', async () => {
    const { body: page } = await app.ask('GET', `/api/container-scans?operation=${second}`)
    const { body } = await app.ask('GET', `/api/container-scans/${page.items[0].id}`)
    assert.deepEqual(
      body.partition_scans.map(({ partition, records_processed, open_anomaly_count }: ShownPartition) => [
        partition.name,
        records_processed,
        open_anomaly_count,
      ]),
      [['a.csv', 2, 1]],
    )
    assert.equal(body.operation_id, second)
    assert.deepEqual(Object.keys(body.datastore), ['id', 'name', 'type', 'store_type'])
    const found = await app.ask('GET', `/api/container-scans/${body.id}/anomalies`)
    await app.ask('DELETE', `/api/anomalies/${found.body.items[0].id}`)
    const later = await app.ask('GET', `/api/container-scans/${body.id}`)
    const [{ anomaly_count, open_anomaly_count, archived_anomaly_count }] = later.body.partition_scans
    assert.deepEqual([anomaly_count, open_anomaly_count, archived_anomaly_count], [1, 0, 1])
  })
})
