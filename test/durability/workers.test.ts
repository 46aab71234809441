import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { setTimeout as delay } from 'node:timers/promises'
import { sql } from 'kysely'
import { workUnits } from '../../src/runs/work-unit.ts'
import { claimUnit } from '../../src/store/queue/claim.ts'
import { heartbeat } from '../../src/store/queue/heartbeat.ts'
import { anomaliesOf, partitionsOf } from '../harness/findings.ts'
import { csv, startWorkingApp, type Source, type WorkingApp } from '../harness/working-app.ts'

const rows = (file: number) =>
  csv(
    ['id', 'price'],
    Array.from({ length: 50 }, (_, row) => [file * 50 + row, row - 2]),
  )

describe('several workers on one database', () => {
  let app: WorkingApp
  before(async () => {
    app = await startWorkingApp({ workers: 0 })
  })
  after(() => app.close())

  const sourceOf = async (count: number): Promise<Source> => {
    const files = Array.from({ length: count }, (_, file) => [`p_${file + 1}.csv`, rows(file)] as const)
    const source = await app.source(Object.fromEntries(files))
    await app.check(source, 'p_*.csv', { rule: 'notNegative', fields: ['price'] })
    await app.check(source, 'p_*.csv', { rule: 'unique', fields: ['id'] })
    return source
  }
  const unitsOf = (operationId: number) =>
    app.environment.store.database
      .selectFrom('units')
      .select(['id', 'kind', 'state', 'attempt', 'claims', 'worker'])
      .where('operation_id', '=', operationId)
      .orderBy('id')
      .execute()

  test('do every unit exactly once between them', async () => {
    const source = await sourceOf(12)
    const workers = [1, 2, 3].map(() => app.addWorker())
    const scan = await app.scan(source)
    await Promise.all(workers.map((worker) => worker.stop()))
    assert.equal(scan.result, 'success')
    assert.equal(scan.status.partitions_scanned, 12)
    assert.equal(scan.status.records_processed, 600)
    assert.equal(scan.status.anomalies_identified, 24)
    const units = await unitsOf(scan.id)
    assert.equal(units.length, 1 + 1 + 12 + 1)
    // A worker that is slow gives back what it took and did not begin: that is another attempt, and no claim.
    for (const unit of units) assert.deepEqual([unit.state, unit.claims], ['done', 1], unit.kind)
    assert.ok(new Set(units.map(({ worker }) => worker)).size > 1, 'more than one worker had a part in it')
  })

  test('refuse the result of one that fell silent and was replaced', async () => {
    const source = await sourceOf(2)
    const id = await app.trigger(source, { type: 'scan' })
    await app.step()
    await app.step()
    const { database } = app.environment.store
    const silent = await claimUnit(database, 'silent', 10)
    assert.equal(silent?.kind, 'partition')
    // Its commit cannot pass this lock, so it is still at work when its lease runs out.
    const held = await database.startTransaction().execute()
    await held
      .selectFrom('operation_containers')
      .select('id')
      .where('operation_id', '=', id)
      .forUpdate()
      .execute()
    const working = workUnits(app.environment, [{ unit: silent, signal: new AbortController().signal }])
    await sql`update units set lease_until = now() - interval '1 second' where id = ${silent.id}`.execute(
      database,
    )
    const replacing = await claimUnit(database, 'replacing', 10)
    assert.deepEqual([replacing?.id, replacing?.attempt], [silent.id, 2])
    assert.deepEqual(await heartbeat(database, [silent], 10), [silent])
    await held.commit().execute()
    await working
    assert.deepEqual(await partitionsOf(app, silent.container_scan_id ?? 0), [])
    assert.deepEqual(await anomaliesOf(app, `&datastore=${source.datastore_id}`), [])

    assert.ok(replacing)
    await workUnits(app.environment, [{ unit: replacing, signal: new AbortController().signal }])
    while (await app.step()) continue
    const scan = await app.ended(id)
    assert.equal(scan.result, 'success')
    assert.equal(scan.status.partitions_scanned, 2)
    assert.equal(scan.status.records_processed, 100)
    assert.equal((await anomaliesOf(app, `&datastore=${source.datastore_id}`)).length, 4)
  })

  test('take up at once what one that stops gives back', { timeout: 300_000 }, async () => {
    const source = await app.source({ 'slow.csv': rows(0) })
    await app.check(source, 'slow.csv', { rule: 'notNegative', fields: ['price'] })
    const endless = await app.check(source, 'slow.csv', {
      rule: 'satisfiesExpression',
      properties: {
        expression:
          '(select count(*) from range(100000000) as a, range(100000) as b where a.range * b.range % 7 = 8) = 0',
      },
    })
    const id = await app.trigger(source, { type: 'scan' })
    const leaving = app.addWorker({ lease_seconds: 3600 })
    const isEvaluating = async () =>
      (await app.ask('GET', `/api/operations/${id}`)).body.container_scans[0]?.result === 'running'
    while (!(await isEvaluating())) await delay(10)
    await leaving.stop()
    const [, unit] = await unitsOf(id)
    assert.deepEqual([unit?.state, unit?.attempt, unit?.worker], ['waiting', 1, null])
    assert.deepEqual(await anomaliesOf(app, `&datastore=${source.datastore_id}`), [])

    // Without the check that would keep it busy for ever, the next worker comes to the end.
    await app.environment.store.database.deleteFrom('quality_checks').where('id', '=', endless).execute()
    const next = app.addWorker()
    const scan = await app.ended(id)
    await next.stop()
    assert.equal(scan.result, 'success')
    assert.equal(scan.status.anomalies_identified, 2)
    assert.deepEqual(
      (await unitsOf(id)).map(({ state, attempt }) => [state, attempt]),
      [
        ['done', 1],
        ['done', 2],
      ],
    )
  })

  test('go on beside a run of a kind that they do not know, and leave it to those that do', async () => {
    const source = await app.source({ 'a.csv': rows(0) })
    const id = await app.trigger(source, { type: 'scan' })
    const { database } = app.environment.store
    await database.updateTable('operations').set({ trigger_type: 'newer' }).where('id', '=', id).execute()
    const worker = app.addWorker({ concurrency: 1 })
    assert.equal((await app.scan(source)).result, 'success')
    await worker.stop()
    assert.deepEqual(
      (await unitsOf(id)).map(({ state }) => state),
      ['running'],
    )
    assert.ok(app.logged.some((line) => line.includes('No operation is called \\"newer\\"')))
    await database.deleteFrom('operations').where('id', '=', id).execute()
  })

  test('give a unit up whose workers die again and again, and say so', async () => {
    const source = await app.source({ 'deadly.csv': rows(0) })
    const id = await app.trigger(source, { type: 'scan' })
    await app.step()
    const { database } = app.environment.store
    const expire = sql`update units set lease_until = now() - interval '1 second' where operation_id = ${id} and state = 'running'`
    for (let death = 0; death < 4; death++) {
      assert.ok(await claimUnit(database, `dies ${death}`, 10))
      await expire.execute(database)
    }
    await app.step()
    const scan = await app.ended(id)
    assert.equal(scan.result, 'failure')
    assert.match(
      scan.message,
      /"deadly\.csv": It was tried 4 times, and each time the worker stopped before the end/,
    )
  })
})
