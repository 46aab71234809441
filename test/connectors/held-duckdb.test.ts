import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { DuckDBInstance } from '@duckdb/node-api'
import { connectors } from '../../src/connectors/registry.ts'
import { messageOf } from '../../src/kernel/errors.ts'
import { writingBounds } from './written-tables.ts'

test('a DuckDB file that another program has open is refused with a sentence that says so, and what to do', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'assay-held-'))
  const uri = join(folder, 'held.duckdb')
  const holder = await DuckDBInstance.create(uri)
  const { open, openWriter } = connectors.get('duckdb')
  const target = { database: null, schema: null, root_path: null }
  const bounds = writingBounds(folder)
  const refusal = async (opening: Promise<{ close(): Promise<unknown> }> | undefined): Promise<string> => {
    try {
      // Its process would keep this one from ending.
      await (await opening)?.close()
    } catch (error) {
      return messageOf(error)
    }
    return assert.fail('it was opened')
  }
  try {
    assert.equal(
      await refusal(open({ uri }, target, bounds)),
      `"${uri}" could not be opened: another program has the file open for writing, and DuckDB lets nobody read it meanwhile: close it there.`,
    )
    assert.equal(
      await refusal(openWriter?.({ uri }, target, bounds)),
      'The enrichment database is open in another program or for reading, and DuckDB lets nobody write meanwhile: close it there.',
    )
  } finally {
    holder.closeSync()
    rmSync(folder, { recursive: true })
  }
})
