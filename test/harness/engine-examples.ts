import assert from 'node:assert/strict'
import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { SessionBounds } from '../../src/connectors/connector.ts'
import { connectors } from '../../src/connectors/registry.ts'
import type { EngineFiles } from '../connectors/engine-files.ts'
import { fileNamed, writeParquet } from '../stores/duckdb/examples.ts'
import { boundsIn, closing, type ExampleStore, type ExampleTable } from './example-tables.ts'

/** The tables as files of Parquet, which an engine of this type evaluates. */
export async function openEvaluated(
  type: string,
  { connection, folder, place, declared, close }: EngineFiles,
  tables: readonly ExampleTable[],
  bounds: Partial<SessionBounds>,
): Promise<ExampleStore> {
  await writeParquet(tables, folder)
  const scratch = mkdtempSync(join(tmpdir(), 'assay-examples-'))
  const within = { ...boundsIn(scratch), allowed_paths: [folder], ...bounds }
  const files = await connectors
    .get('local')
    .open({}, { database: null, schema: null, root_path: folder }, within)
  const container = fileNamed(tables[0]?.name ?? '')
  const engine = connectors.get(type).files_engine
  const evaluation = await engine?.evaluate(connection, place, { files, container }, within)
  assert.ok(evaluation && 'session' in evaluation, JSON.stringify(evaluation))
  return closing(evaluation.session, fileNamed, scratch, async () => {
    assert.deepEqual(await declared(), [], 'what was declared is dropped')
    await close()
  })
}
