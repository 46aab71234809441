import assert from 'node:assert/strict'
import { chmodSync } from 'node:fs'
import { join } from 'node:path'
import { Client } from 'pg'
import { startLoggedServer, type LoggedServer } from '../test/harness/logged-server.ts'
import { onServer } from '../test/harness/postgres-source.ts'
import { untilEnded, type Asking } from '../test/harness/scan-rounds.ts'
import { anomalousRows, scanned, serviceTime } from './against-hand.ts'
import { asked } from './bench-check.ts'
import { inTurns, processorRatios, tookOf, type Side } from './contest.ts'
import { barred, median, ratioOf } from './measure.ts'
import { familyProcessorTime, processorTime } from './processes.ts'
import { orderRowChecks } from './order-checks.ts'
import { ordersOr, wide, writeOrders } from './orders.ts'
import { peersOnPostgresql, setupsOf } from './peer-setups.ts'
import { withPeers, type Peers } from './peers.ts'
import { withService, type RunningService } from './service.ts'

const rows = ordersOr(1_000_000)
const rounds = 3
const sampleLimit = 10

const table = `create table orders (
  id bigint, order_code text, customer_id integer, email text, country text, city text, status text, quantity integer,
  price numeric(10, 2), discount numeric(5, 4), tax double precision, total double precision,
  weight_kg double precision, is_gift boolean, ordered_on date, shipped_on date, created_at timestamp,
  updated_at timestamp, phone text, note text)`

/** The checks, with conditions of failing rows in PostgreSQL's words. */
const checks = orderRowChecks.map((check) => ({
  ...check,
  failing: check.failing?.replaceAll('regexp_matches(', 'regexp_like(') ?? null,
}))

/** What fifty row checks on a million orders cost with a PostgreSQL server: the service, two statements by hand, a statement for each check, and the peers. */
export async function measureSourceCost(folder: string): Promise<object> {
  // Nothing but what is measured runs on it, and what its tables look like does not change by itself.
  const server = await startLoggedServer({ autovacuum: 'off', log_statement: 'none' })
  try {
    await fill(server, folder)
    return await withService(folder, async (service) => {
      const { ask } = service
      const datastore = await newDatastore(ask, server)
      const byHand = await oneByOne(server)
      assert.deepEqual(await inTwoStatements(server), byHand, 'both plans by hand count the same')
      assert.deepEqual(await anomalousRows(ask, await scanned(ask, datastore)), byHand, 'all count the same')
      const expected = checks.map(({ description }) => byHand[description] ?? Number.NaN)
      const { soda, dbt } = setupsOf(peersOnPostgresql(server.reader), checks)
      return withPeers({ soda, dbt }, expected, (peers) => contest(service, server, datastore, peers))
    })
  } finally {
    await server.stop()
  }
}

async function contest(
  service: RunningService,
  server: LoggedServer,
  datastore: number,
  { present, absent }: Peers,
): Promise<object> {
  const own = () => processorTime(process.pid)
  const sides: Record<string, Side> = {
    assay: { processorTime: serviceTime(service), run: () => scanned(service.ask, datastore) },
    by_hand: { processorTime: own, run: () => inTwoStatements(server) },
    one_by_one: { processorTime: own, run: () => oneByOne(server) },
    ...present,
  }
  const source: Record<string, number[]> = {}
  const withSource = Object.entries(sides).map(([name, side]): [string, Side] => [
    name,
    {
      processorTime: () => side.processorTime() + familyProcessorTime(server.pid),
      run: async () => (source[name] ??= []).push(await costOf(server, side.run)),
    },
  ])
  const laps = await inTurns(rounds, Object.fromEntries(withSource))
  const [assay, by_hand] = [laps['assay']?.ms ?? [], laps['by_hand']?.ms ?? []]
  return {
    rows,
    checks: checks.length,
    rounds,
    took: tookOf(laps, absent),
    source_processor_ms: Object.fromEntries(Object.entries(source).map(([name, all]) => [name, median(all)])),
    processor_ratios: processorRatios(laps),
    source_ratio_to_one_by_one: barred(ratioOf(source['assay'] ?? [], source['one_by_one'] ?? []), 0.4),
    ratio: barred(ratioOf(assay, by_hand), 1.1),
  }
}

async function fill(server: LoggedServer, folder: string): Promise<void> {
  const path = join(folder, 'orders.csv')
  // The server reads the file under its own account.
  chmodSync(folder, 0o755)
  await writeOrders(path, rows, wide, `csv, header, force_quote (${texts.join(', ')})`)
  await onServer(server.url, [
    table,
    `copy orders from '${path}' (format csv, header)`,
    'vacuum analyze orders',
  ])
}

/** Quoted in the file, so that an empty text stays one. */
const texts = ['order_code', 'email', 'country', 'city', 'status', 'phone', 'note']

async function newDatastore(ask: Asking, server: LoggedServer): Promise<number> {
  const datastore = await ask('POST', '/datastores', {
    name: 'orders',
    connection: { name: 'orders', type: 'postgresql', ...server.reader },
    database: 'assay',
    schema: 'public',
  })
  const sync = await ask('POST', '/operations/run', { type: 'sync', datastore_id: datastore.id })
  await untilEnded(ask, sync.id)
  const { items } = await ask('GET', `/containers?datastore=${datastore.id}`)
  for (const check of orderRowChecks)
    await ask('POST', '/quality-checks', { container_id: items[0].id, ...asked(check) })
  return datastore.id
}

/** Counts by description. */
type Counts = Record<string, number>

/** A count for each check, and a sample for each that failed. */
function oneByOne(server: LoggedServer): Promise<Counts> {
  return onOneConnection(server, async (client) => {
    const counts: Counts = {}
    for (const { description, failing } of checks) {
      const { rows: found } = await client.query(`select count(*) as n from orders where ${failing}`)
      const count = Number(found[0].n)
      counts[description] = count
      if (count > 0) await client.query(samples(failing))
    }
    return counts
  })
}

/** The best plan for PostgreSQL that we can write: all counts in one statement, and the samples of all that failed in another. */
function inTwoStatements(server: LoggedServer): Promise<Counts> {
  return onOneConnection(server, async (client) => {
    const counted = checks.map(({ failing }) => `count(case when ${failing} then 1 end)`)
    const text = `select ${counted.join(', ')} from orders`
    const { rows: found } = await client.query<string[]>({ text, rowMode: 'array' })
    const numbers = found[0]?.map(Number) ?? []
    const failed = checks.filter((_, index) => (numbers[index] ?? 0) > 0)
    if (failed.length > 0)
      await client.query(failed.map(({ failing }) => `(${samples(failing)})`).join(' union all '))
    return Object.fromEntries(checks.map(({ description }, index) => [description, numbers[index] ?? 0]))
  })
}

const samples = (failing: string | null) => `select * from orders where ${failing} limit ${sampleLimit}`

async function onOneConnection(
  server: LoggedServer,
  work: (client: Client) => Promise<Counts>,
): Promise<Counts> {
  const client = new Client({ connectionString: server.url })
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}

/** Milliseconds of processor time on the server, in all of its processes. */
async function costOf(server: LoggedServer, work: () => Promise<unknown>): Promise<number> {
  const before = familyProcessorTime(server.pid)
  await work()
  return familyProcessorTime(server.pid) - before
}
