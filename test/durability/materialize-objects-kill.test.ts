import assert from 'node:assert/strict'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, describe, test } from 'node:test'
import { duckdbRows, writtenObjects } from '../connectors/written-tables.ts'
import type { ObjectServer } from '../harness/object-server.ts'
import { asking, newSource, untilEnded, type Asking } from '../harness/scan-rounds.ts'
import { placeForPreparedHome, startService } from '../harness/service-process.ts'

const rows = 150_000
const former = 10

/** The requests at which the service is killed: before the server has obeyed, or when it has and nobody was told; `seen` are the rows that readers see then. */
const allMoments = [
  { type: 's3', kind: 'part', is_obeyed: false, seen: former },
  { type: 's3', kind: 'complete', is_obeyed: true, seen: rows },
  { type: 'gcs', kind: 'put', is_obeyed: false, seen: former },
  { type: 'abfs', kind: 'part', is_obeyed: true, seen: former },
] as const
/** ASSAY_FULL=1 takes them all. */
const moments = process.env['ASSAY_FULL'] === '1' ? allMoments : allMoments.slice(0, 2)

describe('a service that is killed in the middle of a copy into an object store', () => {
  test('copies after its restart, and readers see the old table or the new one', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'assay-data-'))
    after(() => rmSync(folder, { recursive: true, force: true }))
    const file = join(folder, 'orders.parquet')
    // Digests are as long as they are: nothing makes them shorter.
    await duckdbRows(
      ':memory:',
      `copy (select i as id, sha256(i::varchar) || sha256((-i)::varchar) as note from range(${rows}) as t (i)) to '${file}'`,
    )
    const { home, remove } = await placeForPreparedHome()
    after(remove)
    const start = () =>
      startService({ ASSAY_HOME: home, ASSAY_ALLOWED_PATHS: folder, ASSAY_LEASE_SECONDS: '2' })
    let service = start()
    after(() => service.end('SIGKILL'))
    let ask: Asking = asking(await service.ready, home)
    const datastore_id = await newSource(ask, 'orders', folder, {})
    for (const { type, kind, is_obeyed, seen: expected } of moments) {
      const store = await writtenObjects(type, folder)
      after(() => store.close())
      const { server, connection, target } = store
      const enrichment = await ask('POST', '/datastores', {
        name: `copies ${type} ${kind}`,
        connection: { name: `copies ${type} ${kind}`, type, ...connection },
        root_path: target.root_path,
        enrichment_only: true,
      })
      await ask('PATCH', `/datastores/${datastore_id}/enrichment/${enrichment.id}`)
      const copy = (members = {}) =>
        ask('POST', '/operations/run', { type: 'materialize', datastore_id, ...members })
      await untilEnded(ask, (await copy({ max_records_per_partition: former })).id)
      const reached = Promise.withResolvers<void>()
      const killed = Promise.withResolvers<void>()
      server.intervene = (seen) => {
        if (seen.kind !== kind) return null
        server.intervene = () => null
        reached.resolve()
        return is_obeyed ? { lose_answer: true } : { after: killed.promise }
      }
      const { id } = await copy()
      await reached.promise
      await service.end('SIGKILL')
      server.intervene = () => null
      assert.deepEqual(await tablesIn(server, folder), [expected], `killed at ${type} ${kind}`)
      service = start()
      ask = asking(await service.ready, home)
      const run = await untilEnded(ask, id)
      assert.deepEqual([run.result, run.message, run.status.records_processed], ['success', null, rows])
      killed.resolve()
      assert.deepEqual(await tablesIn(server, folder), [rows], `${type} ${kind}`)
    }
    assert.equal((await service.end()).code, 0)
  })
})

/** How many rows each object has. */
async function tablesIn(server: ObjectServer, folder: string): Promise<number[]> {
  const counts: number[] = []
  const copy = mkdtempSync(join(folder, '.copy-'))
  for (const key of server.keys) {
    const file = join(copy, 'table.parquet')
    writeFileSync(file, server.content(key) ?? '')
    counts.push(Number((await duckdbRows(':memory:', `select count(distinct id) from '${file}'`))[0]?.[0]))
  }
  rmSync(copy, { recursive: true })
  return counts
}
