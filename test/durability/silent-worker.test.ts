import assert from 'node:assert/strict'
import { after, describe, test } from 'node:test'
import { setTimeout as delay } from 'node:timers/promises'
import { loadConfig } from '../../src/config.ts'
import { idlePollMilliseconds } from '../../src/runtime/worker.ts'
import { freshDatabase } from '../harness/database.ts'
import { placeForHome, startService } from '../harness/service-process.ts'
import { trialProgram } from '../harness/trial/program.ts'
import { trialTables } from '../harness/trial/trial.operation.ts'

const key = 'one key that is long enough to be one'

describe('a worker that falls silent', () => {
  test('is found out within 15 seconds: when its lease has run out, at the next look of another', () => {
    assert.ok(loadConfig({}).leaseSeconds * 1000 + idlePollMilliseconds <= 15_000)
  })

  test('in the middle of a commit does not hold up one that is busy and cannot take over its unit', async () => {
    const database = await freshDatabase()
    const { pool } = database.store
    const { home, remove } = placeForHome('open')
    after(async () => {
      await database.close()
      remove()
    })
    const rows = async (text: string) => (await pool.query(text)).rows
    await pool.query(trialTables)
    await pool.query(withBatch)
    await pool.query(`insert into units (operation_id, kind, subject, state, attempt, claims, worker, lease_until, lease_seconds)
      select id, 'batch', '{"from": 0, "until": 10}'::jsonb, 'waiting', 0, 0, null, null::timestamptz, null::integer from operations
      union all
      select id, 'batch', '{"from": 10, "until": 20}'::jsonb, 'running', 1, 1, 'gone', now() + interval '5 seconds', 5 from operations`)
    const gone = await pool.connect()
    await gone.query('begin; select from operations for no key update')
    await gone.query(
      `set local application_name = 'assay-unit-2-1'; set local idle_in_transaction_session_timeout = 0`,
    )
    const service = startService(
      {
        ASSAY_HOME: home,
        ASSAY_ROLE: 'worker',
        ASSAY_WORKER_CONCURRENCY: '1',
        ASSAY_LEASE_SECONDS: '2',
        ASSAY_LOG_LEVEL: 'silent',
        ASSAY_SECRET_KEY: key,
        DATABASE_URL: database.url,
      },
      null,
      trialProgram,
    )
    await service.ready
    const ended = `select from operations where result = 'success'`
    while ((await rows(ended)).length === 0) await delay(5)
    assert.deepEqual(await rows('select state, attempt from units order by id'), [
      { state: 'done', attempt: 1 },
      { state: 'done', attempt: 2 },
    ])
    assert.deepEqual(await rows(tally), [{ items: 20, different: 20 }])
    gone.release(true)
    assert.equal((await service.end()).code, 0)
  })

  test(
    'in the middle of a commit holds nobody up, and is refused when it comes back',
    { timeout: 180_000 },
    async () => {
      const database = await freshDatabase()
      const { pool } = database.store
      const places: ReturnType<typeof placeForHome>[] = []
      after(async () => {
        await database.close()
        for (const place of places) place.remove()
      })
      const startWorking = async () => {
        const place = placeForHome('open')
        places.push(place)
        const settings = {
          ASSAY_HOME: place.home,
          ASSAY_ROLE: 'worker',
          ASSAY_WORKER_CONCURRENCY: '1',
          ASSAY_LEASE_SECONDS: '2',
          ASSAY_LOG_LEVEL: 'error',
          ASSAY_SECRET_KEY: key,
          DATABASE_URL: database.url,
        }
        const service = startService(settings, null, trialProgram)
        await service.ready
        return service
      }
      const rows = async (text: string) => (await pool.query(text)).rows
      const until = async (text: string) => {
        while ((await rows(text)).length === 0) await delay(5)
      }

      const silent = await startWorking()
      await pool.query(trialTables)
      await pool.query(withBatch)
      // Its commit has written its results and waits for this lock when it is stopped.
      const holder = await pool.connect()
      await holder.query('begin; select from operations for no key update')
      await pool.query(`insert into units (operation_id, kind, subject)
      select id, 'batch', '{"from": 0, "until": 10}' from operations`)
      await until(`select from pg_stat_activity where datname = current_database()
      and application_name = 'assay-unit-1-1' and wait_event_type = 'Lock'`)
      silent.child.kill('SIGSTOP')
      await holder.query('commit')
      holder.release()
      // Now the session of the stopped process has the lock, and does not release it.
      await until(`select from pg_stat_activity where application_name = 'assay-unit-1-1'
      and datname = current_database() and state = 'idle in transaction'`)

      try {
        const other = await startWorking()
        await until(`select from operations where result = 'success'`)
        assert.deepEqual(await rows('select state, attempt from units'), [{ state: 'done', attempt: 2 }])
        assert.deepEqual(await rows(tally), [{ items: 10, different: 10 }])
        await other.end()
      } finally {
        // The first signal is SIGCONT, since a stopped process handles no other.
        silent.child.kill('SIGCONT')
      }
      await pool.query(withBatch)
      await pool.query(`insert into units (operation_id, kind, subject)
      select max(id), 'batch', '{"from": 10, "until": 20}' from operations`)
      await pool.query(`select pg_notify('assay_units', '')`)
      await until(`select from operations where id = (select max(id) from operations) and result = 'success'`)
      assert.deepEqual(await rows('select state, attempt from units order by id'), [
        { state: 'done', attempt: 2 },
        { state: 'done', attempt: 1 },
      ])
      assert.deepEqual(await rows(tally), [{ items: 20, different: 20 }])
      assert.equal((await silent.end()).code, 0)
      const { out, errors } = await silent.ended
      // Its session was ended for the attempt of the other, which is no failure of anything.
      assert.deepEqual(
        [...out, ...errors].filter((line) => line.includes('not foreseen')),
        [],
      )
    },
  )
})

const tally = 'select count(*)::int as items, count(distinct item)::int as different from trial_results'

/** A running trial whose batch is still to come. */
const withBatch = `
  with ways as (insert into connections (name, type) values ('files ' || clock_timestamp(), 'local') returning id),
    stores as (insert into datastores (name, connection_id, root_path, enrichment_prefix)
      select 'files ' || clock_timestamp(), id, '/nowhere', '_files' from ways returning id)
  insert into operations (type, trigger_type, datastore_id, payload, result, triggered_by)
  select 'promote', 'trial', id, '{"items": 10, "pause": 0}', 'running', 'a test' from stores`
