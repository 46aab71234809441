import assert from 'node:assert/strict'
import { setTimeout as delay } from 'node:timers/promises'
import type { Pool } from 'pg'
import { freshDatabase } from '../test/harness/database.ts'
import { launchService } from '../test/harness/launch-service.ts'
import { placeForHome } from '../test/harness/service-process.ts'
import { barred } from './measure.ts'
import { familyProcessorTime } from './processes.ts'

const schedules = 10_000
const seconds = 30
/** The number of schedules that are due within these seconds when each fires once an hour. */
const due = Math.round((schedules * seconds) / 3600)
const barPercent = 5

/** Processor time of a process that only schedules, and of its database server, in percent of one core. */
export async function measureSchedules(): Promise<object> {
  const database = await freshDatabase()
  const { pool } = database.store
  const { home, remove } = placeForHome('open')
  const service = launchService({ ASSAY_HOME: home, ASSAY_ROLE: 'scheduler', DATABASE_URL: database.url })
  try {
    await service.ready
    const pid = service.child.pid ?? 0
    const none = await shareOf(pool, pid)
    await pool.query(insertSchedules)
    await delay(2000)
    const idle = await shareOf(pool, pid)
    await pool.query(spreadTicks)
    const firing = await shareOf(pool, pid)
    const { rows } = await pool.query('select count(*)::int as fired from operations')
    // The last one is due as the time ends.
    assert.ok(rows[0].fired >= due - 1, `${rows[0].fired} of ${due} schedules fired`)
    return {
      schedules,
      seconds,
      without_schedules: none,
      none_due: { ...idle, both_percent: barred(idle.both_percent, barPercent) },
      each_once_an_hour: {
        fired: rows[0].fired,
        ...firing,
        both_percent: barred(firing.both_percent, barPercent),
      },
    }
  } finally {
    await service.end()
    await database.close()
    remove()
  }
}

async function shareOf(pool: Pool, pid: number) {
  const server = await serverOf(pool)
  const before = { scheduler: familyProcessorTime(pid), database: familyProcessorTime(server) }
  await delay(seconds * 1000)
  const percent = (milliseconds: number) => Number((milliseconds / (seconds * 10)).toFixed(2))
  const scheduler = percent(familyProcessorTime(pid) - before.scheduler)
  const database = percent(familyProcessorTime(server) - before.database)
  return {
    scheduler_percent: scheduler,
    database_percent: database,
    both_percent: Number((scheduler + database).toFixed(2)),
  }
}

/** The process of the database server that starts the others. */
async function serverOf(pool: Pool): Promise<number> {
  const { rows } = await pool.query(`select split_part(pg_read_file('postmaster.pid'), E'\\n', 1) as pid`)
  return Number(rows[0].pid)
}

/** Active, and due in the second half of a year. */
const insertSchedules = `
  with people as (insert into users (user_name, role) values ('somebody', 'Admin') returning id),
    ways as (insert into connections (name, type) values ('files', 'local') returning id),
    stores as (insert into datastores (name, connection_id, root_path, enrichment_prefix)
      select 'files', id, '/nowhere', '_files' from ways returning id)
  insert into schedules (trigger_type, datastore_id, payload, crontab, timezone, owner_id, next_run)
  select 'sync', stores.id, jsonb_build_object('datastore_id', stores.id), (number % 60) || ' * * * *', 'Europe/Berlin',
    people.id, now() + interval '200 days' + number * interval '1 minute'
  from people, stores, generate_series(1, ${schedules}) as number`

const spreadTicks = `
  with changed as (
    update schedules set next_run = now() + id * interval '1 second' * ${seconds} / ${due} where id <= ${due} returning id
  ) select pg_notify('assay_schedules', '') from (select count(*) from changed) as counted`
