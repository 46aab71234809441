import assert from 'node:assert/strict'
import { freshDatabase } from '../test/harness/database.ts'
import { openStore, type Store } from '../src/store/pool.ts'
import { claimUnit } from '../src/store/queue/claim.ts'
import { addUnits } from '../src/store/queue/finish.ts'
import { barred, median } from './measure.ts'

const waiting = 1_000_000
/** More than eight workers claim within the time, so that some always wait. */
const fewWaiting = 100_000
const runs = 1000
const datastores = 50
const workers = 8
const seconds = 8
const leastASecond = 1000
const longestMilliseconds = 50

/** Claims of eight workers out of a million units that wait, in a thousand runs over fifty datastores; nothing is done with them. Then one unit of another datastore comes. */
export async function measureClaims(): Promise<object> {
  const few = await claimsOf(fewWaiting, null)
  const unlimited = await claimsOf(waiting, null)
  const limited = await claimsOf(waiting, 10)
  return { workers, few_units: few, million_units: unlimited, million_units_on_limited_connections: limited }
}

/** `limit`: units at once on each connection; null for none. What is claimed is ended at once, as workers have few in hand. */
async function claimsOf(units: number, limit: number | null): Promise<object> {
  const database = await freshDatabase()
  try {
    await database.store.pool.query(fill(units, limit))
    await waitForTheDisk(database.store)
    await database.store.pool.query('vacuum analyze units, operations, datastores, connections')
    await database.store.pool.query('checkpoint')
    const taken = await Promise.all(
      Array.from({ length: workers }, (_, worker) => claimFor(database.url, `worker ${worker}`)),
    )
    const all = taken.flat().sort((one, other) => one - other)
    assert.ok(all.length < units, 'units wait to the end')
    const p99 = all[Math.ceil(all.length * 0.99) - 1] ?? Number.NaN
    const newcomer = await newcomerTo(database.store)
    return {
      units,
      claims_before_one_unit_of_another_datastore: barred(newcomer.claims, 2 * datastores),
      milliseconds_to_add_it: newcomer.milliseconds,
      seconds_of_a_thousand_claims: barred(
        Number(((1000 * seconds) / all.length).toFixed(2)),
        1000 / leastASecond,
      ),
      p99_ms: barred(p99, longestMilliseconds),
      p50_ms: median(all),
    }
  } finally {
    await database.close()
  }
}

/** How many units are claimed before the only one of a datastore that had none, and how long it takes to add that one. */
async function newcomerTo(store: Store): Promise<{ claims: number; milliseconds: number }> {
  const { rows } = await store.pool.query<{ id: number }>(`
    with ways as (insert into connections (name, type) values ('another way', 'local') returning id),
      stores as (insert into datastores (name, connection_id, root_path, enrichment_prefix)
        select 'other files', id, '/nowhere', '_files' from ways returning id)
    insert into operations (type, trigger_type, datastore_id, payload, status, triggered_by)
      select 'sync', 'sync', id, '{}', '{}', 'somebody' from stores returning id`)
  const run = rows[0]?.id ?? Number.NaN
  const start = performance.now()
  await addUnits(store.database, run, [{ kind: 'sync_container' }])
  const milliseconds = Number((performance.now() - start).toFixed(2))
  for (let claims = 0; ; claims += 1) {
    const unit = await claimUnit(store.database, 'a worker', 60)
    if (!unit || unit.operation_id === run) return { claims: unit ? claims : Number.NaN, milliseconds }
    await endUnit(store, unit.id)
  }
}

/** Milliseconds of each claim of one worker on a connection of its own. */
async function claimFor(url: string, worker: string): Promise<number[]> {
  const store = openStore(url, { maximum: 1 })
  const end = performance.now() + seconds * 1000
  const taken: number[] = []
  try {
    while (performance.now() < end) {
      const start = performance.now()
      const unit = await claimUnit(store.database, worker, 60)
      if (!unit) break
      taken.push(Number((performance.now() - start).toFixed(2)))
      await endUnit(store, unit.id)
    }
    return taken
  } finally {
    await store.close()
  }
}

/** The server of the tests does not; that of a service does. */
async function waitForTheDisk({ pool }: Store): Promise<void> {
  for (const setting of ['fsync', 'full_page_writes']) await pool.query(`alter system set ${setting} = on`)
  await pool.query('select pg_reload_conf()')
}

async function endUnit({ pool }: Store, id: number): Promise<void> {
  await pool.query(`update units set state = 'done', ended = now() where id = $1`, [id])
}

const fill = (units: number, limit: number | null): string => `
  with people as (insert into users (user_name, role) values ('somebody', 'Admin') returning id),
    ways as (insert into connections (name, type, max_parallelization)
      select 'way ' || number, 'local', ${limit ?? 'null'} from generate_series(1, ${datastores}) as number returning id),
    stores as (insert into datastores (name, connection_id, root_path, enrichment_prefix)
      select 'files ' || id, id, '/nowhere', '_files' from ways returning id),
    begun as (insert into operations (type, trigger_type, datastore_id, payload, status, triggered_by)
      select 'sync', 'sync', (array(select id from stores))[1 + number % ${datastores}], '{}', '{}', 'somebody'
      from generate_series(1, ${runs}) as number returning id, datastore_id)
  insert into units (operation_id, kind, subject, line_of, line)
  select id, 'sync_container', '{}', datastore_id, row_number() over (partition by datastore_id order by id, number)
  from generate_series(1, ${units / runs}) as number, begun`
