import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { setTimeout as delay } from 'node:timers/promises'
import { sql } from 'kysely'
import { workUnits } from '../../src/runs/work-unit.ts'
import { claimUnit } from '../../src/store/queue/claim.ts'
import { lockContainerScan } from '../../src/store/scans.ts'
import { anomaliesOf, partitionsOf } from '../harness/findings.ts'
import { csv, startWorkingApp, type Source, type WorkingApp } from '../harness/working-app.ts'

const rows = csv(
  ['id', 'price'],
  Array.from({ length: 200 }, (_, id) => [id, id - 2]),
)
/** Takes hours and little memory: only when it is cancelled does it end. */
const endless = {
  rule: 'satisfiesExpression',
  properties: {
    expression:
      '(select count(*) from range(100000000) as a, range(100000) as b where a.range * b.range % 7 = 8) = 0',
  },
}

describe('an aborted scan', () => {
  let app: WorkingApp
  before(async () => {
    app = await startWorkingApp({ workers: 0 })
  })
  after(() => app.close())

  /** Resolves when so many transactions wait for a lock. */
  const commitsThatWait = async (count: number) => {
    const waiting = sql<{ n: number }>`
      select count(*) as n from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`
    while ((await waiting.execute(app.environment.store.database)).rows[0]?.n !== count) await delay(5)
  }
  const abort = (id: number) => app.ask('PUT', `/api/operations/abort/${id}`)
  const sourceOf = async (count: number): Promise<Source> => {
    const names = Array.from({ length: count }, (_, index) => `p_${index + 1}.csv`)
    const source = await app.source(Object.fromEntries(names.map((name) => [name, rows])))
    await app.check(source, count > 1 ? 'p_*.csv' : 'p_1.csv', { rule: 'notNegative', fields: ['price'] })
    return source
  }

  test('that was still queued is never begun', async () => {
    const id = await app.trigger(await sourceOf(1), { type: 'scan' })
    const { status, body } = await abort(id)
    assert.equal(status, 200)
    assert.equal(body.result, 'aborted')
    assert.notEqual(body.end_time, null)
    assert.equal(body.start_time, null)
    const before = await app.rows()
    assert.equal(await app.step(), null)
    assert.equal(await app.rows(), before)
    assert.equal((await abort(id)).status, 409)
  })

  test('keeps the partitions that had ended, and nothing is written after it', async () => {
    const source = await sourceOf(3)
    const id = await app.trigger(source, { type: 'scan' })
    assert.deepEqual(
      [await app.step(), await app.step(), await app.step()],
      ['plan', 'container', 'partition'],
    )
    const { body } = await abort(id)
    assert.equal(body.status.partitions_scanned, 1)
    assert.equal(body.container_scans[0].result, 'aborted')
    assert.notEqual(body.container_scans[0].end_time, null)
    const partitions = await partitionsOf(app, body.container_scans[0].id)
    assert.deepEqual(
      partitions.map(({ name, result }) => [name, result]),
      [['p_1.csv', 'success']],
    )
    assert.equal((await anomaliesOf(app, `&datastore=${source.datastore_id}`)).length, 2)
    const before = await app.rows()
    assert.equal(await app.step(), null)
    assert.equal(await app.rows(), before)
  })

  test('is not set going again by a worker that had just claimed a part of it', async () => {
    const id = await app.trigger(await sourceOf(1), { type: 'scan' })
    await app.step()
    const unit = await claimUnit(app.environment.store.database, 'late', 10)
    assert.equal(unit?.kind, 'container')
    await abort(id)
    const before = await app.rows()
    await workUnits(app.environment, [{ unit, signal: new AbortController().signal }])
    assert.equal(await app.rows(), before)
    assert.equal((await app.ended(id)).container_scans[0].result, 'aborted')
  })

  test('is refused the commit of a part that was being evaluated', async () => {
    const source = await sourceOf(1)
    const id = await app.trigger(source, { type: 'scan' })
    await app.step()
    const { database } = app.environment.store
    const unit = await claimUnit(database, 'evaluating', 10)
    assert.ok(unit)
    // Another commit of the same container scan holds up this one, but not the reading.
    const held = await database.startTransaction().execute()
    await lockContainerScan(held, unit.container_scan_id ?? 0)
    const working = workUnits(app.environment, [{ unit, signal: new AbortController().signal }])
    await commitsThatWait(1)
    // It does not wait for the commit, however long that takes.
    assert.equal((await abort(id)).body.container_scans[0].result, 'aborted')
    await held.commit().execute()
    await working
    assert.deepEqual(await anomaliesOf(app, `&datastore=${source.datastore_id}`), [])
    assert.deepEqual(await partitionsOf(app, unit.container_scan_id ?? 0), [])
  })

  test('does not wait for a claim, nor a claim for it', { timeout: 300_000 }, async () => {
    const id = await app.trigger(await sourceOf(1), { type: 'scan' })
    const { database } = app.environment.store
    const aborting = await database.startTransaction().execute()
    await aborting.updateTable('operations').set({ result: 'aborted' }).where('id', '=', id).execute()
    const unit = await claimUnit(database, 'quick', 10)
    assert.equal(unit?.operation_id, id)
    await aborting.updateTable('units').set({ state: 'cancelled' }).where('operation_id', '=', id).execute()
    await aborting.commit().execute()
    const before = await app.rows()
    await workUnits(app.environment, [{ unit, signal: new AbortController().signal }])
    assert.equal(await app.rows(), before)
  })

  test(
    'has its statement in the source cancelled, which frees the worker for other runs',
    { timeout: 300_000 },
    async () => {
      const long = await sourceOf(1)
      await app.check(long, 'p_1.csv', endless)
      const short = await sourceOf(1)
      const id = await app.trigger(long, { type: 'scan' })
      const worker = app.addWorker({ concurrency: 1, lease_seconds: 1 })
      while ((await app.ask('GET', `/api/operations/${id}`)).body.container_scans[0]?.result !== 'running')
        await delay(10)
      const aborted = await abort(id)
      assert.equal(aborted.body.container_scans[0].result, 'aborted')
      const scan = await app.scan(short)
      assert.equal(scan.result, 'success')
      assert.equal(scan.status.anomalies_identified, 2)
      await worker.stop()
      assert.deepEqual(await anomaliesOf(app, `&datastore=${long.datastore_id}`), [])
    },
  )

  test('goes on where it was when it is resumed', async () => {
    const source = await sourceOf(3)
    const id = await app.trigger(source, { type: 'scan' })
    await app.step()
    await app.step()
    await app.step()
    await abort(id)
    assert.equal((await app.ask('PUT', `/api/operations/run/${id}`)).status, 200)
    const kinds: (string | null)[] = []
    do kinds.push(await app.step())
    while (kinds.at(-1) !== null)
    assert.deepEqual(kinds, ['partition', 'partition', 'conclude', null])
    const scan = await app.ended(id)
    assert.equal(scan.result, 'success')
    assert.equal(scan.status.partitions_scanned, 3)
    assert.equal(scan.status.records_processed, 600)
    assert.equal((await anomaliesOf(app, `&datastore=${source.datastore_id}`)).length, 6)
  })
})
