import assert from 'node:assert/strict'
import { mkdtempSync, realpathSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { after, test } from 'node:test'
import { connectors } from '../../src/connectors/registry.ts'
import { boundsIn } from '../harness/example-stores.ts'

const scratch = realpathSync(mkdtempSync(join(tmpdir(), 'assay-long-')))
after(() => rmSync(scratch, { recursive: true, force: true }))

const folder = realpathSync(join(dirname(fileURLToPath(import.meta.resolve('vega-datasets'))), '..', 'data'))

// Allocators keep address space that they gave back; a limit on it once refused memory to the last of many files.
test('what a session read before takes no memory from the files it reads next', async () => {
  const bounds = { ...boundsIn(scratch), memory_mb: 48, allowed_paths: [folder] }
  const session = await connectors
    .get('local')
    .open({}, { database: null, schema: null, root_path: folder }, bounds)
  try {
    const found = await Array.fromAsync(session.discover())
    assert.ok(found.length > 60)
    const refused = found.flatMap(({ name, unloadable }) =>
      /broke down|bad allocation/.test(unloadable ?? '') ? [`${name}: ${unloadable}`] : [],
    )
    assert.deepEqual(refused, [])
  } finally {
    await session.close()
  }
})
