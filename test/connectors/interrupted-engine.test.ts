import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { DuckdbEngine } from '../../src/connectors/duckdb/engine.ts'

const rounds = 40

test('a statement of DuckDB that is cancelled again and again leaves the next one a transaction of its own', async () => {
  const scratch_folder = mkdtempSync(join(tmpdir(), 'assay-interrupted-'))
  const engine = await DuckdbEngine.open({
    kind: 'open',
    memory_mb: 128,
    scratch_folder,
    prepare: [],
    begin: [],
  })
  try {
    for (let round = 0; round < rounds; round++) {
      // Callers repeat the interrupt until the answer has come.
      const asking = setInterval(() => engine.interrupt(), 1)
      const endless =
        'select count(*) from range(1000000000) as a(x), range(1000000000) as b(y) where x + y = 7'
      await assert
        .rejects(engine.query({ sql: endless, parameters: [] }))
        .finally(() => clearInterval(asking))
      const { rows } = await engine.query({ sql: 'select 42', parameters: [] })
      assert.deepEqual(rows, [[42]], `round ${round}`)
    }
  } finally {
    engine.close()
    rmSync(scratch_folder, { recursive: true, force: true })
  }
})
