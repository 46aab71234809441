import assert from 'node:assert/strict'
import { chmodSync, mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { DuckDBInstance } from '@duckdb/node-api'
import { Client } from 'pg'
import { connectors } from '../src/connectors/registry.ts'
import { appendRows, type WrittenColumn, type WrittenValue } from '../src/connectors/writer.ts'
import { startLoggedServer, type LoggedServer } from '../test/harness/logged-server.ts'
import { onServer } from '../test/harness/postgres-source.ts'
import { newSource, untilEnded, type Asking } from '../test/harness/scan-rounds.ts'
import { scanned } from './against-hand.ts'
import { barred, median, ratioOf, timed } from './measure.ts'
import { ordersOr, placeOrders, wide, writeOrders } from './orders.ts'
import { familyProcessorTime, FamilyMemory } from './processes.ts'
import { withService } from './service.ts'

const copiedRows = ordersOr(1_000_000)
const rounds = 3
/** Of the small scan, whose time differs more from one to the next. */
const scanRounds = 9
const anomalies = 1000
const records = 100_000

/** What it costs to write results and copies into a PostgreSQL server and a DuckDB file, beside what each does by itself. */
export async function measureEnrichment(folder: string): Promise<object> {
  const server = await startLoggedServer({ log_statement: 'none' })
  try {
    // The server reads files under its own account.
    chmodSync(folder, 0o755)
    await onServer(server.url, ['grant create on schema public to reader'])
    const orders = await placeOrders(folder, copiedRows, wide)
    return {
      scan: await withService(folder, ({ ask }) => scanBothWays(ask, server, folder)),
      records: await recordsIntoServer(server, folder),
      copies: await withService(folder, async ({ ask, pid }) => {
        using memory = new FamilyMemory(pid)
        const postgresql = await copyIntoServer(ask, pid, server, folder, orders)
        const duckdb = await copyIntoFile(ask, pid, folder, orders)
        return { rows: copiedRows, postgresql, duckdb, peak_memory_mib: barred(memory.stop(), 600) }
      }),
    }
  } finally {
    await server.stop()
  }
}

const enrichment = async (
  ask: Asking,
  name: string,
  connection: object,
  members: object,
): Promise<number> => {
  const place = { name, connection: { name, ...connection }, enrichment_only: true, ...members }
  return (await ask('POST', '/datastores', place)).id
}

const onPostgresql = (ask: Asking, server: LoggedServer): Promise<number> =>
  enrichment(ask, 'server', { type: 'postgresql', ...server.reader }, { database: 'assay', schema: 'public' })

/** The same scan of a thousand anomalies in a hundred thousand rows, with an enrichment datastore and without. */
async function scanBothWays(ask: Asking, server: LoggedServer, folder: string): Promise<object> {
  const root = join(folder, 'found')
  mkdirSync(root)
  const lines = Array.from({ length: 100_000 }, (_, id) => `${id},${id % 100 === 0 ? -1 : 1},note ${id}`)
  writeFileSync(join(root, 'found.csv'), `id,price,note\n${lines.join('\n')}\n`)
  const check = { rule: 'notNegative', description: 'no debts', fields: ['price'] }
  const settings = { high_count_rollup_threshold: anomalies, force: true }
  const source = (name: string) => newSource(ask, name, root, { 'found.csv': [check] })
  const [linked, alone] = [await source('linked'), await source('alone')]
  await ask('PATCH', `/datastores/${linked}/enrichment/${await onPostgresql(ask, server)}`)
  const times: Record<'with_ms' | 'without_ms', number[]> = { with_ms: [], without_ms: [] }
  for (let round = 0; round < scanRounds; round++) {
    times.with_ms.push((await timed(() => scanned(ask, linked, settings)))[0])
    times.without_ms.push((await timed(() => scanned(ask, alone, settings)))[0])
  }
  // Scans end well where their results could not be written, too.
  assert.equal(await rowsIn(server.url, '_linked_check_metrics'), scanRounds, 'each scan has written')
  assert.equal(await rowsIn(server.url, '_linked_failed_checks'), anomalies, 'with its anomalies')
  return { anomalies, ...times, ratio: barred(ratioOf(times.with_ms, times.without_ms), 1.25) }
}

async function rowsIn(url: string, table: string): Promise<number> {
  const client = new Client({ connectionString: url })
  await client.connect()
  try {
    const { rows } = await client.query(`select count(*)::int as count from "${table}"`)
    return rows[0].count
  } finally {
    await client.end()
  }
}

/** A hundred thousand source records by the writer, and by the server's own COPY of a file of the same rows. */
async function recordsIntoServer(server: LoggedServer, folder: string): Promise<object> {
  const columns: WrittenColumn[] = ['SOURCE_CONTAINER', 'ANOMALY_UUID', 'RECORD'].map((name) => ({
    name,
    type: 'text',
  }))
  const rows = Array.from({ length: records }, (_, id): WrittenValue[] => [
    'orders',
    `00000000-0000-4000-8000-${String(id).padStart(12, '0')}`,
    JSON.stringify({ id, code: `ORD-${id}`, price: id / 100, note: 'Leave it at the door' }),
  ])
  const file = join(folder, 'records.tsv')
  writeFileSync(file, rows.map((row) => `${row.join('\t')}\n`).join(''))
  const connector = connectors.get('postgresql')
  const target = { database: 'assay', schema: 'public', root_path: null }
  const [writer_ms, copy_ms]: [number[], number[]] = [[], []]
  for (let round = 0; round < rounds; round++) {
    const writer = await connector.openWriter?.(server.reader, target, {
      memory_mb: 256,
      scratch_folder: folder,
      allowed_paths: [folder],
      statement_timeout_seconds: 600,
      signal: new AbortController().signal,
    })
    if (!writer) throw new Error('PostgreSQL is not written.')
    const table = { name: `bench_records_${round}`, columns }
    writer_ms.push((await timed(() => appendRows(writer, table, inBatches(rows))))[0])
    await writer.close()
    const sql = [
      `create table copied_${round} (a text, b text, c text)`,
      `copy copied_${round} from '${file}'`,
    ]
    copy_ms.push((await timed(() => onServer(server.url, sql)))[0])
  }
  // At least half of the speed is at most twice the time.
  return { records, writer_ms, copy_ms, ratio: barred(ratioOf(writer_ms, copy_ms), 2) }
}

async function* inBatches(rows: WrittenValue[][]): AsyncGenerator<WrittenValue[][]> {
  for (let start = 0; start < rows.length; start += 1000) yield rows.slice(start, start + 1000)
}

/** What copies took, of each round: until they had ended, and of processor time; milliseconds. */
interface Cost {
  ms: number[]
  processor_ms: number[]
}

async function costOf(processor: () => number, round: (index: number) => Promise<unknown>): Promise<Cost> {
  const cost: Cost = { ms: [], processor_ms: [] }
  for (let index = 0; index < rounds; index++) {
    const before = processor()
    cost.ms.push((await timed(() => round(index)))[0])
    cost.processor_ms.push(processor() - before)
  }
  return cost
}

/** Runs that copy the orders into the datastore that is linked. */
async function copied(ask: Asking, source: number, target: number, processor: () => number): Promise<Cost> {
  await ask('PATCH', `/datastores/${source}/enrichment/${target}`)
  return costOf(processor, async () => {
    const { id } = await ask('POST', '/operations/run', { type: 'materialize', datastore_id: source })
    const run = await untilEnded(ask, id)
    if (run.result !== 'success') throw new Error(run.message)
  })
}

async function copyIntoServer(
  ask: Asking,
  service: number,
  server: LoggedServer,
  folder: string,
  orders: string,
): Promise<object> {
  const source = await newSource(ask, 'orders', dirname(orders), {})
  const ofServer = (): number => familyProcessorTime(server.pid)
  const both = (): number => ofServer() + familyProcessorTime(service)
  const copies = await copied(ask, source, await onPostgresql(ask, server), both)
  const text = join(folder, 'orders.csv')
  await writeOrders(text, copiedRows, wide, 'csv, header')
  const tables = await ask('GET', '/datastores?name=server')
  const [{ name }] = await ask('GET', `/datastores/${tables.items[0].id}/listing`)
  const byHand = await costOf(ofServer, (round) =>
    onServer(server.url, [
      `create table hand_${round} (like "${name}")`,
      `copy hand_${round} from '${text}' (format csv, header)`,
    ]),
  )
  return ofCopies(copies, byHand)
}

async function copyIntoFile(ask: Asking, service: number, folder: string, orders: string): Promise<object> {
  const uri = join(folder, 'copies.duckdb')
  const made = await DuckDBInstance.create(uri)
  made.closeSync()
  const target = await enrichment(ask, 'file', { type: 'duckdb', uri }, { schema: 'main' })
  const [source] = (await ask('GET', '/datastores?name=orders')).items
  const copies = await copied(ask, source.id, target, () => familyProcessorTime(service))
  const own = (): number => familyProcessorTime(process.pid) - familyProcessorTime(service)
  const byHand = await costOf(own, async (round) => {
    const instance = await DuckDBInstance.create(join(folder, `hand-${round}.duckdb`), { threads: '2' })
    const connection = await instance.connect()
    await connection.run(`create table copied as from '${orders}'`)
    connection.closeSync()
    instance.closeSync()
  })
  return ofCopies(copies, byHand)
}

/** At least 0.7 of the speed of the store's own bulk copy. */
const ofCopies = (copies: Cost, byHand: Cost): object => ({
  materialize_ms: median(copies.ms),
  own_copy_ms: median(byHand.ms),
  speed: Number((median(byHand.ms) / median(copies.ms)).toFixed(2)),
  ratio: barred(ratioOf(copies.ms, byHand.ms), 1.43),
  processor_ms: median(copies.processor_ms),
  own_processor_ms: median(byHand.processor_ms),
})
