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
import { dirname, join } from 'node:path'
import { after, before, describe, test } from 'node:test'
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

  for (const type of ['sqlite', 'local', 'duckdb', 'postgresql'])
    test(`keeps its verdict and says that there is no room; once there is, everything is written once: ${type}`, async () => {
      const folder = join(disk, type)
      mkdirSync(folder)
      const store = await writtenStores[type]?.(folder)
      assert.ok(store)
      const leave = type === 'postgresql' ? await tablespaceIn(folder, store) : async () => {}
      try {
        const results = await linkResults(app, `Results in ${type}`, store)
        const filler = join(disk, 'filler')
        // Not a byte of room is left.
        assert.throws(() => writeFileSync(filler, Buffer.alloc(8 * 1024 * 1024)), /ENOSPC/)
        const run = await scanned(app, results.source).finally(() => rmSync(filler))
        assert.equal(run.result, 'success')
        assert.match(run.message, /(is full|no room left).*ake room.*tried again/)
        assert.deepEqual(await results.deliverNow(), { failure: null, is_over: true })
        await results.assertWrittenOnce()
      } finally {
        await store.close()
        await leave()
        rmSync(folder, { recursive: true })
      }
    })
})

/** New tables of the database go into the folder; the function takes that back once the database is gone. */
async function tablespaceIn(
  folder: string,
  { connection, target }: WrittenStore,
): Promise<() => Promise<void>> {
  const { host, port, username: user, password } = connection as Record<string, string>
  const run = async (sql: string): Promise<Record<string, string>[]> => {
    const client = new Client({ host, port: Number(port), user, password, database: 'postgres' })
    await client.connect()
    return (await client.query(sql).finally(() => client.end())).rows
  }
  const [place] = await run('show data_directory')
  const { uid, gid } = statSync(place?.['data_directory'] ?? '')
  chownSync(folder, uid, gid)
  // The account of the server passes through the folders of this run.
  for (let above = dirname(folder); above !== tmpdir() && above !== '/dev/shm'; above = dirname(above))
    chmodSync(above, 0o711)
  const name = `small_${target.database}`
  await run(`create tablespace ${name} location '${folder}'`)
  await run(`alter database ${target.database} set default_tablespace = ${name}`)
  return async () => void (await run(`drop tablespace ${name}`))
}
