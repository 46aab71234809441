import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import { workUnits } from '../../src/runs/work-unit.ts'
import { claimUnit, type ClaimedUnit } from '../../src/store/queue/claim.ts'
import { assertRunInvariants } from '../harness/run-invariants.ts'
import { describeRuns, finish, makePrices, scanned } from '../harness/runs.ts'
import type { Source, WorkingApp } from '../harness/working-app.ts'

const broken = 'id,price\n1,-5\n2,7\n'
const mended = 'id,price\n1,5\n2,7\n'
const resolving = { auto_resolve_passed_anomalies: true }

const work = (app: WorkingApp, unit: ClaimedUnit) =>
  workUnits(app.environment, [{ unit, signal: new AbortController().signal }])

async function claim(app: WorkingApp, leaseSeconds = 60): Promise<ClaimedUnit> {
  const unit = await claimUnit(app.environment.store.database, 'a test', leaseSeconds)
  assert.ok(unit, 'a unit is open')
  return unit
}

/** Returns when so many sessions wait for a lock. */
async function waiting(app: WorkingApp, sessions: number): Promise<void> {
  for (;;) {
    const { rows } = await sql<{ count: number }>`
      select count(*) as count from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock'`.execute(app.environment.store.database)
    if (rows[0]?.count === sessions) return
  }
}

/** Two broken containers, scanned, and then a run that finds both mended, with all done but what comes after its last container. */
async function almostEnded(app: WorkingApp): Promise<{ source: Source; run: number }> {
  const source = await makePrices(app)
  source.write({ 'a.csv': broken, 'b.csv': broken })
  assert.equal((await scanned(app, source)).status.anomalies_identified, 2)
  source.write({ 'a.csv': mended, 'b.csv': mended })
  const run = await app.trigger(source, { type: 'scan', ...resolving })
  assert.deepEqual([await app.step(), await app.step(), await app.step()], ['plan', 'container', 'container'])
  return { source, run }
}

async function statuses(app: WorkingApp, source: Source): Promise<string[]> {
  const rows = await app.environment.store.database
    .selectFrom('anomalies')
    .select('status')
    .where('datastore_id', '=', source.datastore_id)
    .orderBy('id')
    .execute()
  return rows.map(({ status }) => status)
}

describeRuns('runs that conclude over the same containers', (app) => {
  test('two that end at once end at their first try, whatever each resolves that the other finds', async () => {
    const source = await makePrices(app)
    source.write({ 'a.csv': broken, 'b.csv': broken })
    await scanned(app, source)
    const runs = [
      await app.trigger(source, { type: 'scan', ...resolving }),
      await app.trigger(source, { type: 'scan', ...resolving }),
    ]
    assert.deepEqual([await app.step(), await app.step()], ['plan', 'plan'])
    source.write({ 'a.csv': mended })
    await work(app, await claim(app))
    const last = await claim(app)
    const lastOfOther = await claim(app)
    source.write({ 'a.csv': broken, 'b.csv': mended })
    await work(app, await claim(app))
    source.write({ 'b.csv': broken })

    const { database } = app.environment.store
    const ends = await database.transaction().execute(async (transaction) => {
      // Both have found what the other is to resolve, and wait here with it.
      await sql`select from operations where id = any(${runs}::bigint[]) for update`.execute(transaction)
      const works = [work(app, last), work(app, lastOfOther)]
      await waiting(app, 2)
      return { works }
    })
    await Promise.all(ends.works)
    await Promise.all([finish(app), finish(app)])
    const failed = await database.selectFrom('units').select('message').where('failures', '>', 0).execute()
    assert.deepEqual(failed, [])
    for (const run of runs) assert.equal((await app.ended(run)).result, 'success')
    await assertRunInvariants(app)
  })

  test('one whose worker dies after its last container has not ended, and another worker ends it once', async () => {
    const { source, run } = await almostEnded(app)
    const shown = await app.ask('GET', `/api/operations/${run}`)
    assert.deepEqual([shown.body.result, shown.body.end_time], ['running', null])
    await assertRunInvariants(app)
    // The claim of a worker that is gone: its lease has run out.
    const lost = await claim(app, -1)
    await finish(app)
    const ended = await app.ended(run)
    assert.deepEqual([ended.result, ended.status.auto_resolved_anomaly_count], ['success', 2])
    assert.deepEqual(await statuses(app, source), ['Resolved', 'Resolved'])
    await work(app, lost)
    assert.deepEqual(await app.ended(run), ended)
    await assertRunInvariants(app)
  })

  test('one that is aborted after its last container resolves nothing, and does when it is resumed', async () => {
    const { source, run } = await almostEnded(app)
    const lost = await claim(app)
    assert.equal((await app.ask('PUT', `/api/operations/abort/${run}`)).status, 200)
    await work(app, lost)
    assert.deepEqual(await statuses(app, source), ['Active', 'Active'])
    assert.equal((await app.ask('PUT', `/api/operations/run/${run}`)).status, 200)
    await finish(app)
    const ended = await app.ended(run)
    assert.deepEqual([ended.result, ended.status.auto_resolved_anomaly_count], ['success', 2])
    assert.deepEqual(await statuses(app, source), ['Resolved', 'Resolved'])
    await assertRunInvariants(app)
  })

  test('one ends before containers of others that wait already', async () => {
    const source = await makePrices(app)
    source.write({ 'a.csv': broken, 'b.csv': broken })
    await scanned(app, source)
    source.write({ 'a.csv': mended, 'b.csv': mended })
    const run = await app.trigger(source, { type: 'scan', ...resolving })
    await app.trigger(source, { type: 'scan' })
    const kinds = []
    for (let steps = 0; steps < 5; steps++) kinds.push(await app.step())
    assert.deepEqual(kinds, ['plan', 'plan', 'container', 'container', 'close'])
    assert.equal((await app.ended(run)).result, 'success')
    await finish(app)
  })
})
