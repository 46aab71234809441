import assert from 'node:assert/strict'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { DuckDBInstance } from '@duckdb/node-api'
import { connectors } from '../../src/connectors/registry.ts'
import { Aborted } from '../../src/kernel/errors.ts'

const folder = mkdtempSync(join(tmpdir(), 'assay-openings-'))
after(() => rmSync(folder, { recursive: true, force: true }))

const bounds = {
  // Processes of another size serve no other test of this process.
  memory_mb: 131,
  scratch_folder: folder,
  allowed_paths: [folder],
  statement_timeout_seconds: 60,
  signal: new AbortController().signal,
}
const children = (): number =>
  readFileSync(`/proc/${process.pid}/task/${process.pid}/children`, 'utf8').split(' ').filter(Boolean).length

test('a session of DuckDB that is aborted while it is opened says so, and leaves its process to the next one', async () => {
  const uri = join(folder, 'source.duckdb')
  const instance = await DuckDBInstance.create(uri)
  instance.closeSync()
  const target = { database: null, schema: null, root_path: null }
  const open = (signal: AbortSignal) => connectors.get('duckdb').open({ uri }, target, { ...bounds, signal })
  await assert.rejects(open(AbortSignal.abort()), Aborted)
  const left = children()
  await (await open(bounds.signal)).close()
  assert.equal(children(), left)
})
