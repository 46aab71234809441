import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { test } from 'node:test'

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
