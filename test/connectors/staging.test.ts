import assert from 'node:assert/strict'
import { tmpdir } from 'node:os'
import { test } from 'node:test'
import { Staging } from '../../src/connectors/duckdb/staging.ts'
import { Aborted } from '../../src/kernel/errors.ts'

test('a staging area whose work was aborted between two statements begins no other', async () => {
  const controller = new AbortController()
  const { signal } = controller
  const staging = await Staging.open({ memory_mb: 64, scratch_folder: tmpdir(), signal })
  try {
    await staging.run('create table numbers as select 1 as n')
    controller.abort()
    await assert.rejects(staging.run('select count(*) from numbers'), Aborted)
  } finally {
    staging.close()
  }
})
