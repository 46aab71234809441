import assert from 'node:assert/strict'
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { setTimeout as delay } from 'node:timers/promises'
import { unwritten, writtenStores, type WrittenStore } from '../connectors/written-tables.ts'
import { launchService, type Service } from '../harness/launch-service.ts'
import { seeded } from '../harness/random.ts'
import { placeForHome } from '../harness/service-process.ts'
import { csv, startWorkingApp, type Source, type WorkingApp } from '../harness/working-app.ts'
import { linkResults } from '../scan/linked-results.ts'

const isFull = process.env['ASSAY_FULL'] === '1'
/** Kills of the process that writes, each at another moment of a delivery. */
const rounds = isFull ? 12 : 2
/** Checks, and rows that fail each of them: a few less than are told as one anomaly. */
const [checks, failing] = isFull ? [12, 900] : [4, 900]
const anomalies = checks * failing
const stores = isFull
  ? ['postgresql', 'sqlite', 'duckdb', 'local', 's3', 'versitygw']
  : ['postgresql', 'local', 'versitygw']

for (const type of stores)
  describe(
    `a process that is killed while it writes results to a ${type} store`,
    { skip: unwritten[type] ?? false },
    () => {
      let app: WorkingApp
      let store: WrittenStore
      let source: Source
      let prefix = ''
      let service: Service | null = null
      const place = placeForHome('private')
      before(async () => {
        app = await startWorkingApp({ workers: 0 })
        const worker = app.addWorker()
        const folder = join(app.folder, 'written')
        mkdirSync(folder)
        store = await (writtenStores[type] ?? assert.fail(type))(folder)
        ;({ source, prefix } = await linkResults(app, type, store))
        const rows = Array.from({ length: anomalies }, (_, id) => [
          id,
          id % checks,
          `${id}`.padEnd(500, ' x'),
        ])
        source.write({ 'orders.csv': csv(['id', 'part', 'note'], rows) })
        await app.ended(await app.trigger(source, { type: 'sync' }))
        for (let part = 0; part < checks; part++)
          await app.check(source, 'orders.csv', {
            rule: 'satisfiesExpression',
            properties: { expression: `part <> ${part}` },
          })
        await worker.stop()
      })
      after(async () => {
        await service?.end('SIGKILL')
        place.remove()
        await app.close()
        await store.close()
      })

      const launch = async () => {
        service = launchService({
          ASSAY_HOME: place.home,
          ASSAY_ROLE: 'worker',
          DATABASE_URL: String(app.environment.store.pool.options.connectionString),
          ASSAY_SECRET_KEY: 'a secret of the tests, long enough to be one',
          ASSAY_ALLOWED_PATHS: app.folder,
          ASSAY_LEASE_SECONDS: '2',
        })
        await service.ready
        return service
      }
      const waiting = async (condition = 'true'): Promise<number> => {
        const { rows } = await app.environment.store.pool.query(
          `select from enrichment_deliveries where ${condition}`,
        )
        return rows.length
      }
      /** What the tables hold, by the columns that tell their rows apart. */
      const written = async () => {
        const keysOf = async (table: string, columns: string) =>
          (await store.read(`${prefix}_${table}`, columns)).map((row) => row.map(String).join(', '))
        return {
          metrics: await keysOf('check_metrics', '"OPERATION_ID", "QUALITY_CHECK_ID"'),
          failures: await keysOf('failed_checks', '"ANOMALY_UUID", "QUALITY_CHECK_ID"'),
          records: await keysOf('source_records', '"ANOMALY_UUID"'),
          parts: await keysOf('scan_operations', '"OPERATION_ID", "CONTAINER_ID"'),
        }
      }

      test('leaves every row to be written once', async (t) => {
        const random = seeded(20_261_126)
        let took = 0
        let hits = 0
        for (let round = 0; round <= rounds; round += 1) {
          let process = await launch()
          const run = await app.trigger(source, {
            type: 'scan',
            high_count_rollup_threshold: 1000,
            force: true,
          })
          while ((await waiting('holder is not null')) === 0) await delay(2)
          const began = performance.now()
          // The first is not disturbed, and tells how long the others have.
          if (round > 0) {
            await delay((random() * took) / 2)
            await process.end('SIGKILL')
            hits += (await waiting()) > 0 ? 1 : 0
            // As after the minute for which nobody else may write.
            await app.environment.store.pool.query(
              'update enrichment_deliveries set lease_until = null, next_try = now()',
            )
            process = await launch()
          }
          while ((await waiting()) > 0) await delay(2)
          if (round === 0) took = performance.now() - began
          // Another process may have written them before the run ended.
          const { result, message } = await app.ended(run)
          assert.match(
            `${result}, ${message}`,
            /^success, (null$|The results could not be written .* tried again)/,
          )
          await process.end()
          for (const [table, keys] of Object.entries(await written())) {
            const isOfRuns = ['metrics', 'parts'].includes(table)
            const each = { metrics: checks + 1, failures: anomalies + 1, records: anomalies + 1, parts: 2 }[
              table
            ]
            assert.equal(keys.length, Number(each) * (isOfRuns ? round + 1 : 1), `${table} of round ${round}`)
            assert.equal(new Set(keys).size, keys.length, `${table} of round ${round}`)
          }
        }
        t.diagnostic(`${hits} of ${rounds} kills hit a delivery of ${Math.round(took)} ms`)
      })
    },
  )
