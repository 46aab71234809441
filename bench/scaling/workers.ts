import { Client } from 'pg'
import { inParts } from '../../src/kernel/parts.ts'
import { freshDatabase } from '../../test/harness/database.ts'
import { launchService } from '../../test/harness/launch-service.ts'
import { startLoggedServer } from '../../test/harness/logged-server.ts'
import { asking, type Asking } from '../../test/harness/scan-rounds.ts'
import { placeForHome } from '../../test/harness/service-process.ts'
import { scanned } from '../containers.ts'
import { barred } from '../measure.ts'
import { containersOf, syncedTables, type SmallTables } from '../small-tables.ts'

/** Containers of a thousand rows, as many as are asked for. */
const containers = Number(process.env['ASSAY_BENCH_CONTAINERS'] ?? 5000)
const rows = 1000
/** Each statement sleeps in the source, so that what is measured is how workers add up, and not how many cores this machine has. */
const sleepSeconds = 0.1
const workers = 3
const leastSpeedUp = 2.2

/** One run over many containers of a source that sleeps, by one worker, and then by three. */
export async function measureWorkers(): Promise<object> {
  const source = await startLoggedServer({ autovacuum: 'off', log_statement: 'none' })
  try {
    await fill(source.url)
    const state = await freshDatabase()
    try {
      const connection = { type: 'postgresql', ...source.reader }
      return await measured(state.url, { connection, database: 'assay', schema: 'public' })
    } finally {
      await state.close()
    }
  } finally {
    await source.stop()
  }
}

async function measured(url: string, datastore: SmallTables['datastore']): Promise<object> {
  const places = Array.from({ length: workers + 1 }, () => placeForHome('open'))
  const launch = (home: string, role: string) =>
    launchService({
      ASSAY_HOME: home,
      ASSAY_ROLE: role,
      ASSAY_SECRET_KEY: 'a secret of the benchmark, long enough to be one',
      DATABASE_URL: url,
    })
  const [first, ...others] = places.map(({ home }) => home)
  const front = launch(first ?? '', 'api,scheduler')
  const started = [front]
  try {
    const ask = asking(await front.ready, first ?? '')
    const start = async (homes: readonly string[]) => {
      const more = homes.map((home) => launch(home, 'worker'))
      started.push(...more)
      await Promise.all(more.map(({ ready }) => ready))
    }
    await start(others.slice(0, 1))
    const id = await checkedContainers(ask, datastore)
    const one = await scanned(ask, id)
    await start(others.slice(1))
    const three = await scanned(ask, id)
    return {
      containers,
      rows,
      sleep_ms: sleepSeconds * 1000,
      one_worker_ms: one.milliseconds,
      three_workers_ms: three.milliseconds,
      share_of_time: barred(
        Number((three.milliseconds / one.milliseconds).toFixed(3)),
        Number((1 / leastSpeedUp).toFixed(3)),
      ),
      times_as_fast: Number((one.milliseconds / three.milliseconds).toFixed(2)),
    }
  } finally {
    await Promise.all(started.map((service) => service.end()))
    for (const { remove } of places) remove()
  }
}

/** Views that make their rows, after a sleep for each statement. */
async function fill(url: string): Promise<void> {
  const client = new Client({ connectionString: url })
  await client.connect()
  try {
    for (let index = 1; index <= containers; index++)
      await client.query(
        `create view v${String(index).padStart(4, '0')} as with nap as materialized (select pg_sleep(${sleepSeconds}))
         select n as id, n % 999 as amount from nap, generate_series(1, ${rows}) as n`,
      )
  } finally {
    await client.end()
  }
}

/** A datastore on them, synced, with a check on each; its id. */
async function checkedContainers(ask: Asking, datastore: SmallTables['datastore']): Promise<number> {
  const id = await syncedTables(ask, { datastore })
  for (const some of inParts(await containersOf(ask, id, containers), 100))
    await Promise.all(
      some.map((container) =>
        ask('POST', '/quality-checks', {
          container_id: container.id,
          description: 'amount',
          rule: 'between',
          fields: ['amount'],
          properties: { min: 0, max: 999 },
        }),
      ),
    )
  return id
}
