import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { setTimeout as delay } from 'node:timers/promises'
import type { CDPSession } from 'playwright-core'
import { startConsole, type ConsoleInBrowser } from '../harness/console-in-browser.ts'

const isFull = process.env['ASSAY_FULL'] === '1'
const containers = 1000
const partitions = 4
const seconds = 10
/** Units that a second begins and ends, of each. */
const pace = 40

/** A run of 1,000 containers as its workers leave it in the state while they work on it. */
async function makeRun({ app }: ConsoleInBrowser): Promise<number> {
  const source = await app.source({ 'a.csv': 'id\n1\n' })
  const { pool } = app.environment.store
  const { rows } = await pool.query(
    `with run as (
      insert into operations (type, trigger_type, datastore_id, payload, status, result, triggered_by, start_time)
      select type, trigger_type, datastore_id, payload, $2::jsonb, 'running', triggered_by, now()
      from operations where datastore_id = $1 limit 1 returning id
    ), made as (
      insert into containers (datastore_id, name, container_type)
      select $1, 'table ' || lpad(n::text, 4, '0'), 'table' from generate_series(1, ${containers}) as n returning id
    ), parts as (
      insert into operation_containers (operation_id, kind, datastore_id, container_id, result, start_time)
      select run.id, 'scan', $1, made.id, 'running', now() from run, made returning id, operation_id
    ), work as (
      insert into units (operation_id, container_scan_id, kind, subject, state, worker, lease_until)
      select operation_id, parts.id, 'partition', jsonb_build_object('partition', 'part ' || n), 'running', 'elsewhere', now() + interval '1 hour'
      from parts, generate_series(1, ${partitions}) as n
    ) select id from run`,
    [
      source.datastore_id,
      JSON.stringify({ total_containers: containers, containers_analyzed: 0, partitions_scanned: 0 }),
    ],
  )
  return rows[0].id
}

/** Ends and begins units as workers do, with what the run has counted. */
async function work({ app }: ConsoleInBrowser, id: number, from: number): Promise<void> {
  const { pool } = app.environment.store
  await pool.query(
    `with picked as (
      select id, container_scan_id from units where operation_id = $1 order by (id * 7919 + $2 * 104729) % 4001 limit ${pace}
    ), ended as (
      update units set state = case when units.state = 'done' then 'running' else 'done' end from picked where units.id = picked.id
    ) update operation_containers set records_processed = records_processed + 1000
      from picked where operation_containers.id = picked.container_scan_id`,
    [id, from],
  )
  await pool.query(
    `update operations set status = jsonb_set(status, '{partitions_scanned}', to_jsonb((status ->> 'partitions_scanned')::int + ${pace})) where id = $1`,
    [id],
  )
}

async function busySeconds(session: CDPSession): Promise<number> {
  const { metrics } = await session.send('Performance.getMetrics')
  return metrics.find(({ name }) => name === 'TaskDuration')?.value ?? Number.NaN
}

/** What pages take with much to show; measured only in the whole run, because figures of a busy machine say nothing. */
describe('the console with much to show', { skip: !isFull && 'run with ASSAY_FULL=1' }, () => {
  let shared: ConsoleInBrowser
  before(async () => void (shared = await startConsole()))
  after(() => shared?.close())

  test('a run with 1,000 containers at work takes at most a tenth of a core of the page', async (context) => {
    const id = await makeRun(shared)
    const page = await shared.open(`/runs/${id}`)
    await page.locator('.partitions').first().waitFor()
    await page.waitForLoadState('networkidle').catch(() => undefined)
    const session = await page.context().newCDPSession(page)
    await session.send('Performance.enable')
    const quiet = await busySeconds(session)
    await delay(seconds * 1000)
    const begun = await busySeconds(session)
    let steps = 0
    const ended = performance.now() + seconds * 1000
    for (; performance.now() < ended; steps += 1) {
      await work(shared, id, steps)
      await delay(250)
    }
    const taken = (await busySeconds(session)) - begun
    context.diagnostic(`idle ${begun - quiet} s, at work ${taken} s of ${seconds} s, ${steps} steps`)
    assert.ok(taken <= seconds / 10, `${taken} s of ${seconds} s`)
  })
})
