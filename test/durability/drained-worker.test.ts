import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { setTimeout as delay } from 'node:timers/promises'
import { freshDatabase } from '../harness/database.ts'
import { orderChecks, writeOrders } from '../harness/orders.ts'
import { harvest, newSource, untilEnded, type Body } from '../harness/scan-rounds.ts'
import { startGroup } from '../harness/service-group.ts'
import { placeForHome, startService } from '../harness/service-process.ts'

/** Never true of a row, and never judged in the time of this test. */
const endless =
  '(select count(*) from range(100000000) as a, range(100000) as b where a.range * b.range % 7 = 8) = 0'

test(
  'a worker process that gets SIGTERM in the middle of a unit ends well, and another one finds what an undisturbed run finds',
  { timeout: 300_000 },
  async () => {
    const folder = mkdtempSync(join(tmpdir(), 'assay-data-'))
    writeOrders(folder)
    const database = await freshDatabase()
    const settings = {
      DATABASE_URL: database.url,
      ASSAY_ALLOWED_PATHS: folder,
      ASSAY_SECRET_KEY: 'one key of the group, long enough to be one',
      ASSAY_LOG_LEVEL: 'silent',
      // What is not given back stays taken for longer than the test.
      ASSAY_LEASE_SECONDS: '3600',
    }
    const places: ReturnType<typeof placeForHome>[] = []
    const startWorker = async () => {
      const place = placeForHome('open')
      places.push(place)
      const worker = startService({ ...settings, ASSAY_HOME: place.home, ASSAY_ROLE: 'worker' })
      await worker.ready
      return worker
    }
    const group = await startGroup(['api,scheduler'], settings)
    after(async () => {
      await group.stop()
      await database.close()
      for (const { remove } of places) remove()
      rmSync(folder, { recursive: true, force: true })
    })
    const { ask } = group
    // All records of a finding are kept: of several files any could give the first ones.
    const scanOf = (datastore_id: number) =>
      ask('POST', '/operations/run', { type: 'scan', datastore_id, enrichment_source_record_limit: 1000 })
    const unitsOf = async (run: number) =>
      (
        await database.store.pool.query('select state, attempt, worker from units where operation_id = $1', [
          run,
        ])
      ).rows

    const leaving = await startWorker()
    const calm = await newSource(ask, 'calm', folder, orderChecks)
    const expected = await harvest(ask, await untilEnded(ask, (await scanOf(calm)).id))
    const source = await newSource(ask, 'disturbed', folder, orderChecks)
    const { items } = await ask('GET', `/containers?datastore=${source}&name=people.csv`)
    const check = await ask('POST', '/quality-checks', {
      container_id: items[0].id,
      rule: 'satisfiesExpression',
      properties: { expression: endless },
      description: 'is never judged',
    })

    const { id } = await scanOf(source)
    const isEvaluating = async () => {
      const { container_scans } = await ask('GET', `/operations/${id}`)
      return container_scans.some(
        ({ container, result }: Body) => container.name === 'people.csv' && result === 'running',
      )
    }
    while (!(await isEvaluating())) await delay(20)
    assert.equal((await leaving.end('SIGTERM')).code, 0)
    const left = (await unitsOf(id)).filter(({ state }) => state !== 'done')
    assert.ok(
      left.some(({ attempt }) => attempt === 1),
      'a unit was in its hands',
    )
    for (const { state, worker } of left) assert.deepEqual([state, worker], ['waiting', null])

    // Out of the state, since a run judges the checks that were in force when it began.
    await database.store.database.deleteFrom('quality_checks').where('id', '=', check.id).execute()
    const next = await startWorker()
    const ended = await untilEnded(ask, id)
    assert.equal(ended.result, 'success', ended.message)
    assert.deepEqual(await harvest(ask, ended), expected)
    assert.equal((await next.end('SIGTERM')).code, 0)
  },
)
