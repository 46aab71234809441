import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { mkdirSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { deliver } from '../../src/services/enrichment/deliver.ts'
import { claimUnit } from '../../src/store/queue/claim.ts'
import { writtenStores, type WrittenStore } from '../connectors/written-tables.ts'
import { cutProxy, type CutProxy } from '../harness/cut-proxy.ts'
import { finish, scanned } from '../harness/runs.ts'
import { startWorkingApp, type WorkingApp } from '../harness/working-app.ts'
import { linkResults, type LinkedResults } from './linked-results.ts'

const written = { failure: null, is_over: true }
const sentence = 'The enrichment datastore took longer than a test waits.'

/** A kind of store, and how it is kept from answering. */
interface Place {
  /** How the service reaches it. */
  connection?: object
  /** Makes it go away; the answer brings it back. */
  leave(): () => void
  /** Makes it take all that comes and say nothing; the answer ends that. `stuck` resolves when it does, where that can be seen. Left out where it is tried elsewhere. */
  stall?(): { stuck: Promise<unknown>; mend(): void }
  close?(): Promise<void>
}

describe('a scan whose enrichment datastore', () => {
  let app: WorkingApp
  before(async () => {
    app = await startWorkingApp({ workers: 0 })
  })
  after(() => app.close())

  const places: Record<string, (store: WrittenStore, folder: string) => Promise<Place>> = {
    async postgresql({ connection }) {
      const proxy: CutProxy = await cutProxy(String(connection.host), Number(connection.port))
      return {
        connection: { host: '127.0.0.1', port: proxy.port },
        leave() {
          proxy.shut(true)
          return () => proxy.shut(false)
        },
        stall() {
          // In the middle of what the server says about the tables.
          proxy.cutAfter(1000, 'silence')
          return { stuck: proxy.cut, mend: () => undefined }
        },
        close: () => proxy.close(),
      }
    },
    async s3({ connection }) {
      const endpoint = new URL(String(connection.parameters?.['endpoint']))
      const proxy: CutProxy = await cutProxy(endpoint.hostname, Number(endpoint.port))
      const through = { ...connection.parameters, endpoint: `http://127.0.0.1:${proxy.port}` }
      return {
        connection: { parameters: through },
        leave() {
          proxy.shut(true)
          return () => proxy.shut(false)
        },
        stall() {
          // In the middle of what the server says about the objects.
          proxy.cutAfter(1000, 'silence')
          return { stuck: proxy.cut, mend: () => undefined }
        },
        close: () => proxy.close(),
      }
    },
    // How it waits for the lock of another program is tried with all other faults of a delivery.
    sqlite: async (_store, folder) => ({ leave: () => moved(folder) }),
    async local({ target }) {
      const root = String(target.root_path)
      return {
        leave: () => moved(root),
        stall() {
          // Whoever opens it to write waits for a reader.
          const part = join(root, `.${prefix}_check_metrics.part`)
          assert.equal(spawnSync('mkfifo', [part]).status, 0)
          return { stuck: Promise.resolve(), mend: () => rmSync(part, { force: true }) }
        },
      }
    },
  }
  let prefix = ''

  for (const [type, open] of Object.entries(places))
    describe(`is a ${type} store`, () => {
      const away = ['postgresql', 's3'].includes(type)
        ? /No (PostgreSQL|S3) server was reached.*See whether.*tried again/
        : /does not exist.*See whether the path is right and its disk.*tried again/
      let store: WrittenStore
      let place: Place
      let results: LinkedResults
      before(async () => {
        const folder = join(app.folder, type)
        mkdirSync(folder)
        store = (await writtenStores[type]?.(folder)) ?? assert.fail(type)
        place = await open(store, folder)
        results = await linkResults(app, type, store, place.connection)
        prefix = results.prefix
      })
      after(async () => {
        await place.close?.()
        await store.close()
      })

      const isStalled = type !== 'sqlite'
      if (isStalled)
        test('that does not answer keeps its verdict, and the try that comes later writes everything', async () => {
          assert.ok(place.stall)
          const id = await app.trigger(results.source, { type: 'scan' })
          const { database, pool } = app.environment.store
          const next = `select kind from units where state = 'waiting' order by id desc limit 1`
          while ((await pool.query(next)).rows[0]?.kind !== 'enrich') assert.ok(await app.step())
          const { stuck, mend } = place.stall()
          try {
            // The test is the worker, which waits for a shorter time.
            assert.equal((await claimUnit(database, 'a worker', 10))?.kind, 'enrich')
            const patience = new AbortController()
            const within = { signal: patience.signal, sentence }
            const delivery = deliver(app.environment, id, new AbortController().signal, within)
            await Promise.race([stuck, delivery])
            patience.abort()
            assert.deepEqual(await delivery, { failure: sentence, is_over: true })
          } finally {
            mend()
          }
          await pool.query(
            `update units set lease_until = now() - interval '1 minute' where state = 'running'`,
          )
          await finish(app)
          const run = await app.ended(id)
          assert.equal(run.result, 'success')
          assert.match(run.message, /took longer than a test waits.*tried again/)
          assert.deepEqual(await results.deliverNow(), written)
          await results.assertWrittenOnce()
        })

      test('that is away keeps its verdict, says why, and gets the results when it is there again', async () => {
        const back = place.leave()
        const run = await scanned(app, results.source, { force: true }).finally(back)
        assert.equal(run.result, 'success')
        assert.match(run.message, away)
        assert.deepEqual(await results.deliverNow(), written)
      })
    })
})

function moved(folder: string): () => void {
  renameSync(folder, `${folder}-away`)
  return () => renameSync(`${folder}-away`, folder)
}
