import assert from 'node:assert/strict'
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { writtenStores } from '../connectors/written-tables.ts'
import { describeRuns, scanned } from '../harness/runs.ts'
import { csv } from '../harness/working-app.ts'

const negatives = (file: number, count: number) =>
  csv(
    ['id'],
    Array.from({ length: count }, (_, row) => [-(file * 100 + row) - 1]),
  )

describeRuns('rows of a check that are rolled up in several files of a container', (app) => {
  test('count as an anomaly in each file that has them, and are told of no file alone', async () => {
    const folder = join(app.folder, 'results')
    mkdirSync(folder)
    const store = await writtenStores['sqlite']?.(folder)
    assert.ok(store)
    try {
      const source = await app.source({
        'n_1.csv': negatives(1, 12),
        'n_2.csv': negatives(2, 2),
        'n_3.csv': negatives(3, 30),
        'n_4.csv': 'id\n5\n',
      })
      await app.check(source, 'n_*.csv', { rule: 'notNegative', fields: ['id'] })
      const made = await app.ask('POST', '/api/datastores', {
        name: 'results',
        connection: { name: 'results', type: store.connector.type, ...store.connection },
        enrichment_only: true,
        ...Object.fromEntries(Object.entries(store.target).filter(([, value]) => value !== null)),
      })
      assert.equal(made.status, 201, JSON.stringify(made.body))
      const linked = await app.ask(
        'PATCH',
        `/api/datastores/${source.datastore_id}/enrichment/${made.body.id}`,
      )
      const prefix: string = linked.body.enrichment_prefix

      const run = await scanned(app, source)
      assert.equal(run.status.anomalies_identified, 3, 'it is one for the run')
      const [{ id }] = run.container_scans
      const partitions = async () => {
        const { body } = await app.ask('GET', `/api/container-scans/${id}`)
        return body.partition_scans.map((part: Record<string, { name: string }>) => [
          part['partition']?.name,
          part['anomaly_count'],
          part['open_anomaly_count'],
          part['archived_anomaly_count'],
        ])
      }
      assert.deepEqual(await partitions(), [
        ['n_1.csv', 1, 1, 0],
        ['n_2.csv', 2, 2, 0],
        ['n_3.csv', 1, 1, 0],
        ['n_4.csv', 0, 0, 0],
      ])

      assert.deepEqual(
        (await store.read(`${prefix}_scan_operations`, '"PARTITION_NAME", "ANOMALY_COUNT"', '1')).map((row) =>
          row.map(String),
        ),
        [
          ['n_1.csv', '1'],
          ['n_2.csv', '2'],
          ['n_3.csv', '1'],
          ['n_4.csv', '0'],
        ],
      )
      const named = async (table: string) =>
        (await store.read(`${prefix}_${table}`, 'distinct "SOURCE_PARTITION"', '1')).map(([name]) =>
          String(name),
        )
      assert.deepEqual(await named('source_records'), ['null', 'n_2.csv'])
      assert.deepEqual(await named('failed_checks'), ['null', 'n_2.csv'])

      const { body: found } = await app.ask('GET', `/api/anomalies?datastore=${source.datastore_id}`)
      const shape = found.items.find((anomaly: { type: string }) => anomaly.type === 'shape')
      const archived = await app.ask('DELETE', `/api/anomalies/${shape.id}?status=Resolved&archive=true`)
      assert.ok(archived.status < 300, JSON.stringify(archived.body))
      assert.deepEqual(await partitions(), [
        ['n_1.csv', 1, 0, 1],
        ['n_2.csv', 2, 2, 0],
        ['n_3.csv', 1, 0, 1],
        ['n_4.csv', 0, 0, 0],
      ])
    } finally {
      await store.close()
    }
  })
})
