import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, describe, test } from 'node:test'
import { setTimeout as delay } from 'node:timers/promises'
import { maximumTries } from '../../src/runs/tries.ts'
import { freshDatabase } from '../harness/database.ts'
import { orderChecks, writeOrders } from '../harness/orders.ts'
import { seeded } from '../harness/random.ts'
import { harvest, newSource, untilEnded, type Body } from '../harness/scan-rounds.ts'
import { startGroup, type ServiceGroup } from '../harness/service-group.ts'
import { trialProgram } from '../harness/trial/program.ts'
import { trialTables } from '../harness/trial/trial.operation.ts'

/** Kills in all; each while a run is going or a tick is due. ASSAY_FULL=1 takes them all. */
const kills = process.env['ASSAY_FULL'] === '1' ? 210 : 6
const killsPerRound = 6
/** Every role has two processes, and every kill hits two roles. */
const roles = ['api,worker', 'worker,scheduler', 'api,scheduler']
const schedulesPerRound = 8
const batchedItems = 600
const scheduledItems = 20

describe('processes that share one database', () => {
  test('lose nothing and do nothing twice, whichever is killed and when', async (context) => {
    const folder = mkdtempSync(join(tmpdir(), 'assay-data-'))
    writeOrders(folder)
    after(() => rmSync(folder, { recursive: true, force: true }))
    const database = await freshDatabase()
    const { pool } = database.store
    await pool.query(trialTables)
    const settings = {
      DATABASE_URL: database.url,
      ASSAY_ALLOWED_PATHS: folder,
      ASSAY_LEASE_SECONDS: '2',
      ASSAY_LOG_LEVEL: 'silent',
    }
    const group = await startGroup(roles, settings, trialProgram)
    const { ask } = group
    const rows = async (text: string, values: unknown[] = []): Promise<Body[]> =>
      (await pool.query(text, values)).rows
    const isBusy = async () => {
      const [row] = await rows(`select exists (select from operations where end_time is null)
        or exists (select from schedules where next_run <= now()) as busy`)
      return row.busy
    }

    const isAtLastTry = async () => {
      const [row] = await rows(
        `select exists (select from units where state in ('waiting', 'running') and claims >= $1) as found`,
        [maximumTries],
      )
      return row.found
    }

    const destination = await newSource(ask, 'destination', folder, {})
    const calm = await newSource(ask, 'calm', folder, orderChecks)
    const scan = await ask('POST', '/operations/run', scanOf(calm))
    const expected = await harvest(ask, await untilEnded(ask, scan.id))

    const random = seeded(20_261_122)
    const hits = roles.map(() => 0)
    let killed = 0
    for (let round = 0; killed < kills; round++) {
      const source = await newSource(ask, `round ${round}`, folder, orderChecks)
      await pool.query(dueSchedules, [source, destination, schedulesPerRound, scheduledItems])
      const trial = await run(group, rows, source, {
        type: 'trial',
        datastore_id: source,
        destination_datastore_id: destination,
        items: batchedItems,
        pause: 200,
      })
      const going = await run(group, rows, source, scanOf(source))
      const restarted = round % 3 === 1 ? Math.floor(random() * 3) : null
      for (let turn = 0; turn < killsPerRound && killed < kills && (await isBusy()); turn++) {
        const place = Math.floor(random() * group.size)
        await delay(random() * 400)
        // One more kill would hit a unit for the last time, which is then given up; that is another test.
        while (await isAtLastTry()) await delay(20)
        const replaced = group.replace(place)
        if (turn === restarted) {
          await control(group, 'abort', going)
          await control(group, 'run', going)
        }
        await replaced
        hits[place] = (hits[place] ?? 0) + 1
        killed += 1
      }
      while (await isBusy()) await delay(50)
      const where = `round ${round}, ${killed} kills so far`
      assert.deepEqual(await harvest(ask, await ask('GET', `/operations/${going}`)), expected, where)
      assert.equal((await ask('GET', `/operations/${trial}`)).result, 'success', where)
      assert.deepEqual(await rows(doneOf, [trial]), [doneOnce(batchedItems)], where)
      assert.deepEqual(
        await rows(fired, [source]),
        Array.from({ length: schedulesPerRound }, () => ({ runs: 1, results: 'success' })),
        where,
      )
    }
    assert.deepEqual(await rows(leftOver), [])
    assert.deepEqual(await rows(doneTwice), [])
    context.diagnostic(`${killed} kills: ${roles.map((role, place) => `${role} ${hits[place]}`).join(', ')}`)
    await group.stop()
    await database.close()
  })
})

const scanOf = (datastore_id: number) => ({
  type: 'scan',
  datastore_id,
  enrichment_source_record_limit: 1000,
})

/** Starts a run, once: where the answer was lost with its process, the run is there whole, or not at all. */
async function run(
  group: ServiceGroup,
  rows: (text: string, values: unknown[]) => Promise<Body[]>,
  source: number,
  payload: { type: string; [member: string]: unknown },
): Promise<number> {
  const written = async () => {
    const found = await rows(
      'select id from operations where datastore_id = $1 and trigger_type = $2 and schedule_id is null',
      [source, payload.type],
    )
    return found[0] ?? null
  }
  return (await group.ask('POST', '/operations/run', payload, written)).id
}

/** Aborts or resumes a run; whether a request whose answer was lost was carried out is seen by the next one's refusal. */
async function control(group: ServiceGroup, verb: 'abort' | 'run', id: number): Promise<void> {
  for (;;) {
    const given = await group.answer('PUT', `/operations/${verb}/${id}`)
    if (given?.status === 200 || given?.status === 409) return
    assert.equal(given, null, JSON.stringify(given))
    await delay(20)
  }
}

/** Schedules of one tick, which is due: the next one is a year away. */
const dueSchedules = `
  with due as (
    insert into schedules (trigger_type, datastore_id, payload, crontab, timezone, owner_id, next_run)
    select 'trial', $1, jsonb_build_object('datastore_id', $1::bigint, 'destination_datastore_id', $2::bigint, 'items', $4::integer),
      '0 0 1 7 *', 'UTC', (select min(id) from users), now()
    from generate_series(1, $3::integer) returning id
  ) select pg_notify('assay_schedules', '') from due`

const doneOf = `
  select count(*) as items, count(distinct item) as different, min(item) as first, max(item) as last
  from trial_results where operation_id = $1`
const doneOnce = (items: number) => ({ items, different: items, first: 0, last: items - 1 })

const fired = `
  select count(operations.id) as runs, string_agg(operations.result, ' ') as results
  from schedules left join operations on operations.schedule_id = schedules.id
  where schedules.datastore_id = $1 and schedules.last_run is not null and schedules.next_run > now()
  group by schedules.id`

/** Runs that have not ended, or without a unit or an entry in the audit log; units that nobody did. */
const leftOver = `
  select operations.id, operations.result from operations
  where end_time is null or result <> 'success'
    or not exists (select from units where units.operation_id = operations.id)
    or exists (select from units where units.operation_id = operations.id and state <> 'done')
    or schedule_id is null and not exists (
      select from audit_logs where resource_type = 'operation' and resource_id = operations.id)`

const doneTwice = `
  select 'item ' || item || ' of run ' || operation_id as twice from trial_results group by item, operation_id having count(*) > 1
  union all
  select 'anomaly ' || identity from anomalies group by container_id, identity having count(*) > 1
  union all
  select 'partition ' || partition_name from partition_scans group by container_scan_id, partition_name having count(*) > 1
  union all
  select 'scheduled run ' || schedule_id from operations where schedule_id is not null group by schedule_id having count(*) > 1`
