import assert from 'node:assert/strict'
import { chmodSync } from 'node:fs'
import { join } from 'node:path'
import { Client } from 'pg'
import { startLoggedServer, type LoggedServer } from '../test/harness/logged-server.ts'
import { onServer } from '../test/harness/postgres-source.ts'
import { untilEnded, type Asking } from '../test/harness/scan-rounds.ts'
import { anomalousRows, scanned } from './against-hand.ts'
import { barred, median, ratioOf } from './measure.ts'
import { familyProcessorTime } from './processes.ts'
import { orderRowChecks } from './order-checks.ts'
import { wide, writeOrders } from './orders.ts'
import { withService } from './service.ts'

const rows = 1_000_000
const rounds = 3
const sampleLimit = 10

const table = `create table orders (
  id bigint, order_code text, customer_id integer, email text, country text, city text, status text, quantity integer,
  price numeric(10, 2), discount numeric(5, 4), tax double precision, total double precision,
  weight_kg double precision, is_gift boolean, ordered_on date, shipped_on date, created_at timestamp,
  updated_at timestamp, phone text, note text)`

/** What fifty row checks on a million orders cost a PostgreSQL server: one scan of the service, and a statement for each check. */
export async function measureSourceCost(folder: string): Promise<object> {
  // Nothing but what is measured runs on it, and what its tables look like does not change by itself.
  const server = await startLoggedServer({ autovacuum: 'off' })
  try {
    await fill(server, folder)
    return await withService(folder, async ({ ask }) => {
      const datastore = await newDatastore(ask, server)
      const byHand = await oneByOne(server)
      assert.deepEqual(await anomalousRows(ask, await scanned(ask, datastore)), byHand, 'both count the same')
      const scan: number[] = []
      const hand: number[] = []
      for (let round = 0; round < rounds; round++) {
        scan.push(await costOf(server, () => scanned(ask, datastore)))
        hand.push(await costOf(server, () => oneByOne(server)))
      }
      return {
        rows,
        checks: orderRowChecks.length,
        failed_checks: Object.values(byHand).filter((count) => count > 0).length,
        rounds,
        scan_processor_ms: { median: median(scan), all: scan },
        one_by_one_processor_ms: { median: median(hand), all: hand },
        ratio: barred(ratioOf(scan, hand), 0.4),
      }
    })
  } finally {
    await server.stop()
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
  for (const { failing: _byHand, ...check } of orderRowChecks)
    await ask('POST', '/quality-checks', { container_id: items[0].id, ...check })
  return datastore.id
}

/** A count for each check, and a sample for each that failed, on one connection; returns the counts by description. */
async function oneByOne(server: LoggedServer): Promise<Record<string, number>> {
  const client = new Client({ connectionString: server.url })
  await client.connect()
  try {
    const counts: Record<string, number> = {}
    for (const { description, failing } of orderRowChecks) {
      const where = failing?.replaceAll('regexp_matches(', 'regexp_like(')
      const { rows: found } = await client.query(`select count(*) as n from orders where ${where}`)
      const count = Number(found[0].n)
      counts[description] = count
      if (count > 0) await client.query(`select * from orders where ${where} limit ${sampleLimit}`)
    }
    return counts
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
