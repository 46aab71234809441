import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import {
  chmodSync,
  chownSync,
  mkdirSync,
  mkdtempSync,
  rmdirSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, test, type TestContext } from 'node:test'
import { Client } from 'pg'
import { writtenStores, type WrittenStore } from '../connectors/written-tables.ts'
import { scanned } from '../harness/runs.ts'
import { startWorkingApp, type WorkingApp } from '../harness/working-app.ts'
import { linkResults } from './linked-results.ts'

/** The sentence of what went wrong, or null. */
function mount(folder: string): string | null {
  const { status, stderr, error } = spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=4m', 'tmpfs', folder])
  return status === 0 ? null : `a small disk cannot be mounted here: ${error?.message ?? String(stderr)}`
}

const probe = mkdtempSync(join(tmpdir(), 'assay-small-'))
const absence = mount(probe)
if (absence === null) spawnSync('umount', [probe])
rmdirSync(probe)

describe('a scan whose enrichment datastore is on a disk that is full', { skip: absence ?? false }, () => {
  let app: WorkingApp
  let disk: string
  before(async () => {
    app = await startWorkingApp({ workers: 0 })
    disk = join(app.folder, 'disk')
    mkdirSync(disk)
    assert.equal(mount(disk), null)
  })
  after(async () => {
    assert.equal(spawnSync('umount', [disk]).status, 0)
    await app.close()
  })

  const proven = async (type: string, store: WrittenStore): Promise<void> => {
    const results = await linkResults(app, `Results in ${type}`, store)
    const filler = join(disk, 'filler')
    // Not a byte of room is left.
    assert.throws(() => writeFileSync(filler, Buffer.alloc(8 * 1024 * 1024)), /ENOSPC/)
    const run = await scanned(app, results.source).finally(() => rmSync(filler))
    assert.equal(run.result, 'success')
    assert.match(run.message, /(?:is full|no room left).*ake room.*tried again/)
    assert.deepEqual(await results.deliverNow(), { failure: null, is_over: true })
    await results.assertWrittenOnce()
  }
  const title = 'keeps its verdict and says that there is no room; once there is, everything is written once'

  for (const type of ['sqlite', 'local', 'duckdb'])
    test(`${title}: ${type}`, async () => {
      const folder = join(disk, type)
      mkdirSync(folder)
      const store = await writtenStores[type]?.(folder)
      assert.ok(store)
      await proven(type, store).finally(() => store.close())
      rmSync(folder, { recursive: true })
    })

  test(`${title}: postgresql`, async (context) => {
    const store = await writtenStores['postgresql']?.(disk)
    assert.ok(store)
    const leave = await placeTablesOn(join(disk, 'postgresql'), store, context)
    await (leave ? proven('postgresql', store) : Promise.resolve()).finally(async () => {
      await store.close()
      await leave?.()
    })
  })

  /** Makes the tables of the store stand in the folder; the answer ends that. Null, and the test is skipped, where the server is elsewhere. */
  async function placeTablesOn(
    folder: string,
    { connection, target, read }: WrittenStore,
    context: TestContext,
  ) {
    const [[directory] = []] = await read('pg_settings', `case when name = 'data_directory' then setting end`)
    const owner = statSync(String(directory), { throwIfNoEntry: false })
    if (!owner) return context.skip('The server of the tests is on another machine.')
    mkdirSync(folder)
    chownSync(folder, owner.uid, owner.gid)
    chmodSync(app.folder, 0o711)
    const space = `${target.database}_small`
    const run = async (sql: string): Promise<void> => {
      const { host, port, username, password } = connection
      const url = new URL('postgresql://localhost/postgres')
      Object.assign(url, { hostname: host, port, username, password })
      const client = new Client({ connectionString: url.href })
      await client.connect()
      await client.query(sql).finally(() => client.end())
    }
    await run(`create tablespace ${space} location '${folder}'`)
    await run(`alter database ${target.database} set default_tablespace = '${space}'`)
    return () => run(`drop tablespace ${space}`)
  }
})
