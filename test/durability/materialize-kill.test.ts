import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, describe, test } from 'node:test'
import { setTimeout as delay } from 'node:timers/promises'
import { duckdbRows } from '../connectors/written-tables.ts'
import { seeded } from '../harness/random.ts'
import { asking, newSource, untilEnded, type Asking } from '../harness/scan-rounds.ts'
import { placeForPreparedHome, startService } from '../harness/service-process.ts'

const rows = 400_000
/** Moments at which the service is killed; ASSAY_FULL=1 takes them all. */
const rounds = process.env['ASSAY_FULL'] === '1' ? 60 : 2

describe('a service that is killed in the middle of a copy', () => {
  test('copies after its restart, and readers of the file never see half a table', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'assay-data-'))
    after(() => rmSync(folder, { recursive: true, force: true }))
    const target = join(folder, 'copies.duckdb')
    await duckdbRows(target, 'select 1')
    for (const part of [0, 1, 2, 3]) {
      const file = join(folder, `orders_${part}.parquet`)
      await duckdbRows(':memory:', `copy (${generated} where i % 4 = ${part}) to '${file}'`)
    }
    const { home, remove } = await placeForPreparedHome()
    after(remove)
    const start = () =>
      startService({
        ASSAY_HOME: home,
        ASSAY_ALLOWED_PATHS: folder,
        ASSAY_LEASE_SECONDS: '2',
        ASSAY_COPY_STEP_MB: '1',
        ASSAY_SETTLED_SECONDS: '0',
      })
    let service = start()
    after(() => service.end('SIGKILL'))
    let ask: Asking = asking(await service.ready, home)
    const datastore_id = await newSource(ask, 'orders', folder, {})
    const enrichment = await ask('POST', '/datastores', {
      name: 'copies',
      connection: { name: 'copies', type: 'duckdb', uri: target },
      schema: 'main',
      enrichment_only: true,
    })
    await ask('PATCH', `/datastores/${datastore_id}/enrichment/${enrichment.id}`)
    const copy = () =>
      ask('POST', '/operations/run', {
        type: 'materialize',
        datastore_id,
        container_names: ['orders_*.parquet'],
      })
    const began = performance.now()
    await untilEnded(ask, (await copy()).id)
    const took = performance.now() - began
    const random = seeded(20_261_123)
    for (let round = 0; round < rounds; round += 1) {
      const { id } = await copy()
      const moment = random() * took
      await delay(moment)
      await service.end('SIGKILL')
      const tables = await onceLeft(() => tablesIn(target))
      assert.ok(
        tables.every(([name, count]) => String(name).includes('_next_') || Number(count) === rows),
        `killed after ${Math.round(moment)} ms`,
      )
      service = start()
      ask = asking(await service.ready, home)
      const run = await untilEnded(ask, id)
      assert.deepEqual([run.result, run.message, run.status.records_processed], ['success', null, rows])
      assert.deepEqual(
        (await tablesIn(target)).map(([name, count]) => [/_next_/.test(String(name)), Number(count)]),
        [[false, rows]],
      )
    }
    assert.equal((await service.end()).code, 0)
  })
})

const generated = `select i as id, 'order ' || i as name, i / 7.0 as price, date '2024-01-01' + (i % 700)::integer as day
  from range(${rows}) as orders (i)`

/** What `look` answers once the process that wrote, which ends by itself after its service, has let go of the file. */
async function onceLeft<Answer>(look: () => Promise<Answer>): Promise<Answer> {
  for (;;) {
    try {
      return await look()
    } catch (error) {
      if (!/Conflicting lock/.test(String(error))) throw error
      await delay(20)
    }
  }
}

/** The tables of the file with the number of their rows. */
async function tablesIn(file: string): Promise<unknown[][]> {
  const names = await duckdbRows(file, `select table_name from duckdb_tables() where table_name <> 'other'`)
  const tables: unknown[][] = []
  for (const [name] of names)
    tables.push([name, (await duckdbRows(file, `select count(*) from "${String(name)}"`))[0]?.[0]])
  return tables
}
