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

  test('of the datastores that the caller may see', async () => {
    assert.deepEqual(await listed('', await app.user('Member')), [])
    assert.equal((await listed('', await app.user('Member', { Reporter: [source.datastore_id] }))).length, 3)
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
  })
})
