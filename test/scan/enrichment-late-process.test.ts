import assert from 'node:assert/strict'
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { writtenStores, type WrittenStore } from '../connectors/written-tables.ts'
import { scanned } from '../harness/runs.ts'
import { startWorkingApp, type WorkingApp } from '../harness/working-app.ts'
import { linkResults, type LinkedResults } from './linked-results.ts'

describe('a process that was out of touch while it wrote results', () => {
  let app: WorkingApp
  let store: WrittenStore
  let results: LinkedResults
  before(async () => {
    app = await startWorkingApp({ workers: 0 })
    const folder = join(app.folder, 'written')
    mkdirSync(folder)
    store = await (writtenStores['postgresql'] ?? assert.fail())(folder)
    results = await linkResults(app, 'late', store)
  })
  after(async () => {
    await app.close()
    await store.close()
  })

  test('shows none of them, since another one may write them, and they are written once', async () => {
    const { pool } = app.environment.store
    // Its time is over as soon as it has begun.
    await pool.query(`
      create function late() returns trigger language plpgsql as
        $$ begin new.lease_until = clock_timestamp() - interval '1 second'; return new; end $$;
      create trigger late before update on enrichment_deliveries for each row
        when (new.holder is not null) execute function late()`)
    const run = await scanned(app, results.source)
    assert.equal(run.result, 'success')
    assert.match(run.message, /"late" yet: This process was out of touch.*tried again/)
    assert.deepEqual(await store.read(`${results.prefix}_check_metrics`, '1'), [])
    await pool.query('drop trigger late on enrichment_deliveries')
    assert.deepEqual(await results.deliverNow(), { failure: null, is_over: true })
    await results.assertWrittenOnce()
  })
})
