import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { setTimeout as delay } from 'node:timers/promises'
import { Client } from 'pg'
import { claimUnit, type ClaimedUnit } from '../../src/store/queue/claim.ts'
import { finishUnits, leaveUnits, releaseUnits } from '../../src/store/queue/finish.ts'
import { finish } from '../harness/runs.ts'
import type { Service } from '../harness/launch-service.ts'
import { placeForHome, startService } from '../harness/service-process.ts'
import { cutBy, datastoreOn, tableStores, type TableStore } from '../harness/table-stores.ts'
import { startWorkingApp, type Source, type WorkingApp } from '../harness/working-app.ts'

const small = Array.from({ length: 5 }, (_, table) => `people_${'abcde'[table]}`)

describe('a connection that only so many units may use at once', () => {
  let app: WorkingApp
  let store: TableStore
  let source: Source & { connection_id: number }
  let owner = new Client()
  let watcher = new Client()
  let reader: string
  before(async () => {
    app = await startWorkingApp({ workers: 0 })
    store = await (tableStores['postgresql']?.(app.folder) ?? assert.fail())
    await store.run([
      'create table orders as select i as id, i % 5 as price from generate_series(1, 1000) as i',
      ...small.map((name) => `create table ${name} as select 1 as id`),
    ])
    source = await datastoreOn(app, 'postgresql', store)
    await app.trigger(source, { type: 'sync' })
    await finish(app)
    await cutBy(app, source, 'orders', 'id')
    await app.check(source, 'orders', { rule: 'positive', fields: ['price'] })
    reader = (store.connection as { username: string }).username
    owner = new Client({ connectionString: store.url })
    watcher = new Client({ connectionString: store.url })
    await owner.connect()
    await watcher.connect()
  })
  after(async () => {
    await owner.end()
    await watcher.end()
    await app.close()
    await store.close()
  })

  const limitTo = async (max_parallelization: number | null) => {
    const { status } = await app.ask('PUT', `/api/connections/${source.connection_id}`, {
      max_parallelization,
    })
    assert.equal(status, 200)
    // The source itself refuses one session more, and the container of the refused one would fail.
    await owner.query(`alter role ${reader} connection limit ${max_parallelization ?? -1}`)
  }
  const running = async () => {
    const { database } = app.environment.store
    return database.selectFrom('units').select(['slot', 'worker']).where('state', '=', 'running').execute()
  }
  const claim = () => claimUnit(app.environment.store.database, 'a test', 60)
  /** Sessions of the service in the source that wait for the owner's lock. */
  const blocked = async (): Promise<number> => {
    // Not in the owner's transaction, which would show what it saw first again and again.
    const { rows } = await watcher.query(
      `select count(*)::int as n from pg_stat_activity where usename = $1 and wait_event_type = 'Lock'`,
      [reader],
    )
    return rows[0].n
  }
  const workerProcess = (): Service => {
    const { home, remove } = placeForHome('private')
    after(remove)
    return startService({
      ASSAY_HOME: home,
      ASSAY_ROLE: 'worker',
      ASSAY_SECRET_KEY: 'a secret of the tests, long enough to be one',
      ASSAY_WORKER_CONCURRENCY: '4',
      ASSAY_ROWS_PER_PARTITION: '50',
      DATABASE_URL: app.environment.store.pool.options.connectionString ?? '',
    })
  }

  test(
    'is full with that many, over all worker processes, and never has more',
    { timeout: 300_000 },
    async () => {
      await limitTo(3)
      await owner.query('begin')
      await owner.query(`lock table orders, ${small.join(', ')} in access exclusive mode`)
      const processes = [workerProcess(), workerProcess()]
      const id = await app.trigger(source, { type: 'scan' })
      while ((await blocked()) < 3) await delay(20)
      assert.equal(await claim(), null, 'eight hands, three slots')
      assert.deepEqual((await running()).map(({ slot }) => slot).sort(), [1, 2, 3])
      assert.equal(await blocked(), 3)
      await owner.query('commit')
      const scan = await app.ended(id)
      assert.equal(scan.result, 'success', scan.message)
      assert.equal(scan.status.partitions_scanned, 6 + small.length)
      assert.equal(scan.status.records_processed, 1000 + small.length)

      await limitTo(1)
      const alone = await app.ended(await app.trigger(source, { type: 'scan' }))
      assert.equal(alone.result, 'success', alone.message)
      assert.equal(alone.status.partitions_scanned, 1 + small.length, 'one slot: nothing is cut')
      await Promise.all(processes.map((process) => process.end()))
    },
  )

  test('is never claimed twice at one slot, whoever claims at the same moment', async () => {
    await limitTo(3)
    const id = await app.trigger(source, { type: 'scan' })
    assert.equal(await app.step(), 'plan', 'a plan reads no source and waits for no slot')
    for (let round = 0; round < 20; round++) {
      const claimed = (await Promise.all(Array.from({ length: 8 }, claim))).filter((unit) => unit !== null)
      assert.deepEqual(claimed.map(({ slot }) => slot).sort(), [1, 2, 3])
      await releaseUnits(app.environment.store.database, claimed)
    }
    assert.equal((await app.ask('DELETE', `/api/operations/${id}`)).status, 204)
  })

  test('holds up nobody who reads elsewhere', async () => {
    await limitTo(1)
    const other = await app.source({ 'a.csv': 'id\n1\n' })
    const full = await app.trigger(source, { type: 'scan' })
    await app.step()
    const first = await claim()
    assert.equal(first?.slot, 1)
    const free = await app.trigger(other, { type: 'scan' })
    await finish(app)
    assert.equal((await app.ended(free)).result, 'success')
    await releaseUnits(app.environment.store.database, [first ?? assert.fail()])
    await finish(app)
    assert.equal((await app.ended(full)).result, 'success')
  })

  test('keeps the slot of a cancelled unit until its worker has left the source, or its lease has run out', async () => {
    await limitTo(1)
    const { database, pool } = app.environment.store
    const cancelled = async (): Promise<ClaimedUnit> => {
      const id = await app.trigger(source, { type: 'scan' })
      await app.step()
      const unit = (await claim()) ?? assert.fail('a container waits')
      assert.equal((await app.ask('PUT', `/api/operations/abort/${id}`)).status, 200)
      return unit
    }
    const ends: ((unit: ClaimedUnit) => Promise<unknown>)[] = [
      (unit) => leaveUnits(database, [unit]),
      ({ id }) =>
        pool.query(`update units set lease_until = now() - interval '1 second' where id = $1`, [id]),
    ]
    for (const end of ends) {
      const unit = await cancelled()
      const next = await app.trigger(source, { type: 'scan' })
      assert.equal(await app.step(), 'plan')
      assert.equal(await claim(), null)
      await end(unit)
      await finish(app)
      assert.equal((await app.ended(next)).result, 'success')
    }
  })

  test('keeps the slot of a worker that fell silent for the one that replaces it', async () => {
    await limitTo(2)
    const { database, pool } = app.environment.store
    const id = await app.trigger(source, { type: 'scan' })
    await app.step()
    const [silent, working] = [await claim(), await claim()]
    assert.deepEqual([silent?.slot, working?.slot], [1, 2])
    await pool.query(`update units set lease_until = now() - interval '1 second' where id = $1`, [silent?.id])
    const replacing = await claim()
    assert.deepEqual([replacing?.id, replacing?.slot, replacing?.attempt], [silent?.id, 1, 2])
    assert.equal(await claim(), null)
    // With a lower limit, units that have a slot go on and no other begins.
    await limitTo(1)
    await database
      .transaction()
      .execute((transaction) => finishUnits(transaction, [working ?? assert.fail()]))
    assert.equal(await claim(), null)
    assert.equal((await app.ask('DELETE', `/api/operations/${id}`)).status, 204)
  })
})
