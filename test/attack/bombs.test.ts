import assert from 'node:assert/strict'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { after, before, describe, test } from 'node:test'
import { DuckDBInstance } from '@duckdb/node-api'
import { launchService, type Service } from '../harness/launch-service.ts'
import { asking, untilEnded, type Asking, type Body } from '../harness/scan-rounds.ts'
import { readers } from '../harness/readers.ts'
import { askService, placeForPreparedHome } from '../harness/service-process.ts'
import { bombs } from './bombs.ts'

const isFull = process.env['ASSAY_FULL'] === '1'
/** Of the stores on which the quick form tries more than one. */
const few = 2
/** What all processes of the service together may have, MiB. */
const mostMemoryMb = 3072

const stores = {
  csv: { engine: 'duckdb', container: 'victim.csv' },
  parquet: { engine: 'duckdb', container: 'victim.parquet' },
  json: { engine: 'duckdb', container: 'victim.json' },
  duckdb: { engine: 'duckdb', container: 'victim' },
  sqlite: { engine: 'sqlite', container: 'victim' },
} as const

describe('expressions that ask for more than there is', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'assay-bombs-'))
  const { home, remove } = await placeForPreparedHome()
  let ask: Asking
  let service: Service
  let url: string
  let pid: number
  let most = 0
  let watch: NodeJS.Timeout
  const containers = new Map<string, { id: number; datastore: number }>()

  before(async () => {
    await writeStores(folder)
    service = launchService({
      ASSAY_HOME: home,
      ASSAY_ALLOWED_PATHS: folder,
      ASSAY_ENGINE_MEMORY_MB: '128',
      ASSAY_STATEMENT_TIMEOUT_SECONDS: '4',
    })
    url = await service.ready
    pid = service.child.pid ?? 0
    ask = asking(url, home)
    watch = setInterval(() => (most = Math.max(most, familyMemoryMb(pid))), 50)
    for (const [name, { container }] of Object.entries(stores))
      containers.set(name, await newStore(ask, folder, name, container))
  })
  after(async () => {
    clearInterval(watch)
    await service.end()
    remove()
    rmSync(folder, { recursive: true, force: true })
  })

  test('are at least 45', () => {
    assert.ok(new Set([...bombs.duckdb, ...bombs.sqlite]).size >= 45)
  })

  for (const [name, { engine }] of Object.entries(stores)) {
    const texts = bombs[engine]
    const first = ['csv', 'sqlite'].includes(name) ? few : 1
    for (const text of isFull ? texts : texts.slice(0, first)) {
      test(`leave the service up and the checks beside them right on ${name}: ${text.slice(0, 70)}`, async () => {
        const { id, datastore } = containers.get(name) ?? assert.fail()
        await savedOrRefused(id, text)
        const scan = await ask('POST', '/operations/run', {
          type: 'scan',
          datastore_id: datastore,
          check_variables: { bomb: text },
        })
        await Promise.all([untilEnded(ask, scan.id), ask('GET', '/status'), ask('GET', `/containers/${id}`)])
        const ended = await ask('GET', `/operations/${scan.id}`)
        assert.equal(ended.result, 'success', ended.message)
        const verdicts = await verdictsOf(scan.id)
        assert.equal(verdicts['beside'], 'failed 1 of 3')
        assert.equal(verdicts['beside with SQL'], 'failed 1 of 3')
        // Of the whole list an engine may have an answer to some.
        const said = isFull
          ? /^(?:unasserted [A-Z].*\.|(?:passed|failed) \d of 3)$/s
          : /^unasserted [A-Z].*\.$/s
        assert.match(verdicts['bomb'] ?? '', said)
      })
    }
  }

  test('stay below the memory that they may have together', () => {
    assert.ok(most < mostMemoryMb, `${most} MiB`)
  })

  /** Saves a draft with the expression; each of the expected answers is accepted. */
  async function savedOrRefused(container_id: number, text: string): Promise<void> {
    const body = {
      container_id,
      rule: 'satisfiesExpression',
      status: 'Draft',
      properties: { expression: text },
    }
    const { status, body: answer } = await askService(url, home, 'POST', '/quality-checks', body)
    assert.ok([200, 201, 409, 422].includes(status), `${status} ${JSON.stringify(answer)}`)
    if (status < 300) await ask('DELETE', `/quality-checks/${(answer as Body).id}`)
  }

  async function verdictsOf(scan: number): Promise<Record<string, string>> {
    const { items } = await ask('GET', `/operations/${scan}/scan-checks?size=100`)
    const told = (item: Body) =>
      item.assertion_result === 'unasserted'
        ? `unasserted ${item.assertion_details}`
        : `${item.assertion_result} ${item.anomalous_records} of ${item.asserted_records}`
    return Object.fromEntries(items.map((item: Body) => [item.description, told(item)]))
  }
})

async function newStore(ask: Asking, folder: string, name: string, container: string) {
  const place = join(folder, name)
  const database = { duckdb: 'store.duckdb', sqlite: 'store.sqlite' }[name]
  const datastore = await ask('POST', '/datastores', {
    name,
    ...(database
      ? { connection: { name, type: name, uri: join(place, database) } }
      : { connection: { name, type: 'local' }, root_path: place }),
  })
  const sync = await ask('POST', '/operations/run', { type: 'sync', datastore_id: datastore.id })
  await untilEnded(ask, sync.id)
  const { items } = await ask('GET', `/containers?datastore=${datastore.id}`)
  const { id } = items.find((item: Body) => item.name === container)
  const expression = (description: string, text: string) => ({
    rule: 'satisfiesExpression',
    description,
    properties: { expression: text },
  })
  const checks = [
    { rule: 'notNull', description: 'beside', fields: ['name'] },
    expression('beside with SQL', 'id < 3'),
    expression('bomb', '{{ bomb }}'),
  ]
  for (const check of checks) await ask('POST', '/quality-checks', { container_id: id, ...check })
  return { id: Number(id), datastore: Number(datastore.id) }
}

async function writeStores(folder: string): Promise<void> {
  for (const name of Object.keys(stores)) mkdirSync(join(folder, name))
  const setup = [
    'create table victim (id int, name varchar(20))',
    "insert into victim values (1, 'a'), (2, 'b'), (3, null)",
  ]
  writeFileSync(join(folder, 'csv/victim.csv'), 'id,name\n1,a\n2,b\n3,\n')
  const sqlite = new DatabaseSync(join(folder, 'sqlite/store.sqlite'))
  for (const statement of setup) sqlite.exec(statement)
  sqlite.close()
  const instance = await DuckDBInstance.create(join(folder, 'duckdb/store.duckdb'))
  const writer = await instance.connect()
  for (const statement of setup) await writer.run(statement)
  for (const format of ['parquet', 'json'])
    await writer.run(`copy victim to '${join(folder, format, `victim.${format}`)}' (format ${format})`)
  writer.closeSync()
  instance.closeSync()
}

/** Anonymous memory of the service and of the processes that read for it, MiB; its database server is left out. */
function familyMemoryMb(pid: number): number {
  const all = [pid, ...readers('-child.', pid)]
  return all.reduce((total, one) => total + memoryMb(one), 0)
}

function memoryMb(pid: number): number {
  try {
    return Number(/RssAnon:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) / 1024
  } catch {
    return 0
  }
}
