import assert from 'node:assert/strict'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { startCollector } from '../harness/collector.ts'
import { freshDatabase } from '../harness/database.ts'
import { newSource, untilEnded } from '../harness/scan-rounds.ts'
import { startGroup } from '../harness/service-group.ts'

test(
  'a run of a service of several processes is one trace in the collector that the environment names, and the last of it is sent at their end',
  { timeout: 300_000 },
  async () => {
    const folder = mkdtempSync(join(tmpdir(), 'assay-data-'))
    const database = await freshDatabase()
    const collector = await startCollector()
    after(async () => {
      await collector.close()
      await database.close()
      rmSync(folder, { recursive: true, force: true })
    })
    const names = Array.from('abcdefghijkl', (letter) => `${letter.repeat(3)}.csv`)
    for (const name of names) writeFileSync(join(folder, name), 'id\n1\n2\n')
    const group = await startGroup(['api', 'worker', 'worker'], {
      DATABASE_URL: database.url,
      ASSAY_ALLOWED_PATHS: folder,
      ASSAY_WORKER_CONCURRENCY: '1',
      OTEL_EXPORTER_OTLP_ENDPOINT: `${collector.url}/`,
      OTEL_EXPORTER_OTLP_HEADERS: 'x-tenant=seven',
      OTEL_RESOURCE_ATTRIBUTES: 'deployment.environment.name=trial',
      OTEL_SERVICE_NAME: 'quality',
    })
    let run: number
    try {
      const datastore = await newSource(group.ask, 'files', folder, {})
      run = (await group.ask('POST', '/operations/run', { type: 'profile', datastore_id: datastore })).id
      assert.equal((await untilEnded(group.ask, run)).result, 'success')
    } finally {
      await group.stop()
    }

    assert.equal(collector.headers['x-tenant'], 'seven')
    const spans = collector.spans.filter(({ attributes }) => attributes['assay.operation.id'] === run)
    const [root, ...others] = spans.filter(({ name }) => name === 'profile')
    assert.ok(root && others.length === 0, 'the run is shown once')
    const units = spans.filter(({ name }) => name === 'profile container')
    assert.deepEqual(units.map(({ attributes }) => attributes['db.collection.name']).toSorted(), names)
    for (const { trace_id, parent_id, resource } of units) {
      assert.deepEqual([trace_id, parent_id], [root.trace_id, root.span_id])
      assert.equal(resource['service.name'], 'quality')
      assert.equal(resource['deployment.environment.name'], 'trial')
      assert.match(String(resource['service.instance.id']), /:\d+$/)
    }
  },
)
