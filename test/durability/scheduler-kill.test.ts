import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { setTimeout as delay } from 'node:timers/promises'
import { freshDatabase, type TestDatabase } from '../harness/database.ts'
import type { Service } from '../harness/launch-service.ts'
import { placeForHome, startService } from '../harness/service-process.ts'

const schedules = 120
const processes = 3
/** A scheduler is killed whenever this many more runs are there, and replaced. */
const runsBetweenKills = 20

/** Not in the days around a new year: a tick of that moment would be one more. */
const crontab = '0 0 1 7 *'

describe('processes of the role scheduler', () => {
  let database: TestDatabase
  const homes: ReturnType<typeof placeForHome>[] = []
  const services: Service[] = []
  before(async () => {
    database = await freshDatabase()
  })
  after(async () => {
    for (const service of services) service.child.kill('SIGKILL')
    await Promise.all(services.map(({ ended }) => ended))
    await database.close()
    for (const home of homes) home.remove()
  })

  const startScheduling = () => {
    const place = placeForHome('open')
    homes.push(place)
    const service = startService({
      ASSAY_HOME: place.home,
      ASSAY_ROLE: 'scheduler',
      DATABASE_URL: database.url,
      ASSAY_SECRET_KEY: 'one key that is long enough to be one',
    })
    services.push(service)
    return service
  }

  test('fire each tick once, however often one of them is killed', { timeout: 300_000 }, async () => {
    const { pool } = database.store
    await pool.query(`
      with people as (insert into users (user_name, role) values ('somebody', 'Admin') returning id),
        ways as (insert into connections (name, type) values ('files', 'local') returning id),
        stores as (insert into datastores (name, connection_id, root_path, enrichment_prefix)
          select 'files', id, '/nowhere', '_files' from ways returning id)
      insert into schedules (trigger_type, datastore_id, payload, crontab, timezone, owner_id, next_run)
      select 'sync', stores.id, jsonb_build_object('datastore_id', stores.id), '${crontab}', 'UTC', people.id,
        date_trunc('minute', now()) - interval '1 minute'
      from people, stores, generate_series(1, ${schedules})`)
    const runs = async () =>
      Number((await pool.query('select count(*) as runs from operations')).rows[0].runs)

    const going = Array.from({ length: processes }, startScheduling)
    let killed = 0
    for (let target = runsBetweenKills; target < schedules; target += runsBetweenKills) {
      while ((await runs()) < target) await delay(1)
      const victim = going.shift()
      await victim?.end('SIGKILL')
      killed += 1
      going.push(startScheduling())
    }
    while ((await runs()) < schedules) await delay(5)
    for (const service of going) await service.end('SIGKILL')

    assert.equal(killed, schedules / runsBetweenKills - 1)
    const { rows } = await pool.query(`
      select count(*) as units, count(distinct operations.id) as runs, count(distinct schedule_id) as schedules,
        (select count(*) from schedules where next_run > now() and last_run is not null) as waiting
      from operations join units on units.operation_id = operations.id`)
    assert.deepEqual(rows, [{ units: schedules, runs: schedules, schedules, waiting: schedules }])
  })
})
