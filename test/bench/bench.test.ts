import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { test } from 'node:test'
import { containersOf, syncedTables } from '../../bench/small-tables.ts'
import type { Body } from '../harness/scan-rounds.ts'

test('npm run bench prints its document although a measure breaks down, names that one, and fails', () => {
  const root = join(import.meta.dirname, '../..')
  const { status, stdout, stderr } = spawnSync(process.execPath, ['bench/bench.ts', 'proofs'], {
    cwd: root,
    // No file of so many rows can be made.
    env: { ...process.env, ASSAY_BENCH_ROWS: 'none' },
    encoding: 'utf8',
  })
  assert.equal(status, 1, stderr)
  const { figures, machine } = JSON.parse(stdout)
  assert.deepEqual([figures, typeof machine.cores], [{}, 'number'])
  assert.match(stderr, /^proofs could not be measured: /m)
})

test('a source that was not synced as a whole breaks its measure down', async () => {
  const answers = (run: Body) => async (method: string, path: string) => {
    if (path.startsWith('/containers')) return { items: [{ id: 1 }], pages: 1 }
    return method === 'GET' ? run : { id: 1 }
  }
  const failed = answers({ end_time: 'now', result: 'failure', message: 'The source is away.' })
  const datastore = { connection: { type: 'sqlite' } }
  await assert.rejects(syncedTables(failed, { datastore }), /The source is away\./)
  await assert.rejects(containersOf(failed, 1, 2), /every table of the source is a container/)
})
