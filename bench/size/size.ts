import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Client } from 'pg'
import { migrate } from '../../src/store/migrate.ts'
import { openStore, type Store } from '../../src/store/pool.ts'
import { startTestServer } from '../../test/harness/database.ts'
import { tableRows, tablesReadWhole } from '../../test/harness/plans.ts'
import { launchService } from '../../test/harness/launch-service.ts'
import { placeForHome } from '../../test/harness/service-process.ts'
import { barred, median, timed } from '../measure.ts'
import { measureDownload } from './download.ts'
import { fillStore, fullSize } from './fill-store.ts'
import { openHearing, type Hearing } from './hearing.ts'
import { findPlaces, listRequests, type ListRequest } from './requests.ts'

const rounds = 5
const mostRows = 10_000

/** What one list cost: by HTTP, and its statements sent to PostgreSQL by hand. */
interface Cost {
  list: string
  http_ms: number
  postgresql_ms: number
  ratio: number
  statements: number
}

/**
 * Every list and filter over a store of the promised size: by HTTP from the service, a process of its own, in turns with
 * the same statements on one connection; then the download of a million rows.
 */
export async function measureSize(): Promise<object> {
  const server = await startTestServer()
  try {
    const url = await newDatabase(server.url)
    const [filling] = await timed(() => fillStore(url, fullSize))
    return { filled: fullSize, filling_s: Math.round(filling / 1000), ...(await measureFilled(url)) }
  } finally {
    await server.stop()
  }
}

/** The figures of a store that is filled already. */
async function measureFilled(url: string): Promise<object> {
  const { home, remove } = placeForHome('open')
  const secretKey = randomBytes(32).toString('hex')
  const settings = { ASSAY_HOME: home, DATABASE_URL: url, ASSAY_SECRET_KEY: secretKey, ASSAY_ROLE: 'api' }
  const service = launchService(settings)
  const aside = openStore(url, { maximum: 1 })
  const hearing = await openHearing(url, secretKey)
  try {
    const address = await service.ready
    const token = readFileSync(join(home, 'admin-token'), 'utf8').trim()
    const places = await findPlaces(aside.pool)
    const lists = await measureLists({ address, token, aside, hearing }, listRequests(places))
    const download = await measureDownload(address, token, places.records_scan, service.child.pid ?? 0)
    return { ...lists, download }
  } finally {
    await hearing.close()
    await aside.close()
    await service.end()
    remove()
  }
}

/** A migrated database on the server; its address. */
export async function newDatabase(serverUrl: string): Promise<string> {
  const client = new Client({ connectionString: serverUrl })
  await client.connect()
  await client.query('create database assay_size')
  await client.end()
  const url = new URL(serverUrl)
  url.pathname = '/assay_size'
  const store = openStore(url.href)
  await migrate(store.pool)
  await store.close()
  return url.href
}

interface Parties {
  address: string
  token: string
  aside: Store
  hearing: Hearing
}

async function measureLists(parties: Parties, requests: readonly ListRequest[]): Promise<object> {
  const rows = await tableRows(parties.aside.pool)
  const costs: Cost[] = []
  const readWhole: string[] = []
  for (const request of requests) {
    const { statements, cost } = await measureList(parties, request)
    costs.push(cost)
    for (const statement of statements) {
      for (const table of await tablesReadWhole(parties.aside.pool, statement)) {
        if ((rows.get(table) ?? 0) > mostRows) readWhole.push(`${table} by ${request.name}`)
      }
    }
  }
  const byRatio = [...costs].sort((one, other) => other.ratio - one.ratio)
  const byTime = [...costs].sort((one, other) => other.http_ms - one.http_ms)
  return {
    lists_and_filters: costs.length,
    worst_ratio: barred(byRatio[0]?.ratio ?? Number.NaN, 3),
    median_ratio: median(costs.map(({ ratio }) => ratio)),
    median_http_ms: median(costs.map(({ http_ms }) => http_ms)),
    most_statements: Math.max(...costs.map(({ statements }) => statements)),
    tables_read_whole: { ...barred(readWhole.length, 0), which: readWhole },
    highest_ratios: byRatio.slice(0, 10),
    slowest: byTime.slice(0, 15),
  }
}

async function measureList({ address, token, aside, hearing }: Parties, { name, path }: ListRequest) {
  const statements = await hearing.statementsOf(path, token)
  const ask = async () => {
    const response = await fetch(`${address}/api${encodeURI(path)}`, {
      headers: { authorization: `Bearer ${token}` },
    })
    await response.arrayBuffer()
    assert.equal(response.status, 200, path)
  }
  const byHand = async () => {
    for (const { text, values } of statements) await aside.pool.query(text, values)
  }
  await ask()
  await byHand()
  const http: number[] = []
  const hand: number[] = []
  for (let round = 0; round < rounds; round++) {
    http.push(await lapse(ask))
    hand.push(await lapse(byHand))
  }
  const cost: Cost = {
    list: name,
    http_ms: rounded(median(http)),
    postgresql_ms: rounded(median(hand)),
    ratio: rounded(median(http) / median(hand)),
    statements: statements.length,
  }
  return { statements, cost }
}

async function lapse(work: () => Promise<void>): Promise<number> {
  const start = performance.now()
  await work()
  return performance.now() - start
}

const rounded = (value: number) => Number(value.toFixed(2))
