import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { setTimeout as delay } from 'node:timers/promises'
import type { Loop } from '../../src/runtime/loop.ts'
import { startScheduler } from '../../src/runtime/scheduler.ts'
import { openStore, type Store } from '../../src/store/pool.ts'
import { startApp, type TestApp } from '../harness/app.ts'
import { makePeople } from '../harness/factories.ts'

describe('three schedulers on one database', () => {
  const stores: Store[] = []
  const schedulers: Loop[] = []
  let app: TestApp
  let datastore_id = 0

  before(async () => {
    app = await startApp()
    datastore_id = (await makePeople(app)).datastore
  })
  after(async () => {
    await Promise.all(schedulers.map((scheduler) => scheduler.stop()))
    await Promise.all(stores.map((store) => store.close()))
    await app.close()
  })
  const create = async (crontab: string): Promise<number> =>
    (await app.ask('POST', '/api/operations/schedule', { type: 'sync', datastore_id, crontab })).body.id
  /** How many runs each schedule has, by schedule. */
  const counts = async () => {
    const rows = await app.environment.store.database
      .selectFrom('operations')
      .select(({ fn }) => ['schedule_id', fn.countAll<number>().as('runs')])
      .groupBy('schedule_id')
      .orderBy('schedule_id')
      .execute()
    return rows.map(({ runs }) => runs)
  }
  const allFired = async () => {
    const waiting = () =>
      app.environment.store.database
        .selectFrom('schedules')
        .select('id')
        .where('next_run', '<=', app.clock.time.toISOString())
        .executeTakeFirst()
    while (await waiting()) await delay(10)
  }

  test('fire each tick of each schedule once', async () => {
    for (let count = 0; count < 20; count++) await create('0 * * * *')
    const { connectionString = '' } = app.environment.store.pool.options
    for (let count = 0; count < 3; count++) {
      const store = openStore(connectionString)
      stores.push(store)
      schedulers.push(startScheduler({ ...app.environment, store }))
    }
    for (let hour = 1; hour <= 5; hour++) {
      app.clock.time = new Date(Date.UTC(2026, 2, 1, 12 + hour))
      // The clock was set, which nothing tells them.
      await app.environment.store.pool.query(`select pg_notify('assay_schedules', '')`)
      await allFired()
      assert.deepEqual(
        await counts(),
        Array.from({ length: 20 }, () => hour),
      )
    }
  })

  // Without the wake-up they would sleep for half a minute.
  test('a schedule that is changed while they sleep wakes them', { timeout: 29_000 }, async () => {
    const id = await create('1 * * * *')
    const { database } = app.environment.store
    app.clock.time = new Date('2026-03-01T17:01:00Z')
    await app.ask('PUT', `/api/operations/schedule/${id}`, { name: 'now' })
    await allFired()
    const rows = await database.selectFrom('operations').select('id').where('schedule_id', '=', id).execute()
    assert.equal(rows.length, 1)
  })
})
