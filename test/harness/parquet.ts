import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DuckDBInstance } from '@duckdb/node-api'

/** The rows of a SELECT of DuckDB as a file of Parquet. */
export async function parquetOf(select: string): Promise<Uint8Array> {
  const folder = mkdtempSync(join(tmpdir(), 'assay-parquet-'))
  const instance = await DuckDBInstance.create(':memory:')
  const connection = await instance.connect()
  await connection.run(`copy (${select}) to '${join(folder, 'a.parquet')}' (format parquet)`)
  connection.closeSync()
  instance.closeSync()
  const bytes = readFileSync(join(folder, 'a.parquet'))
  rmSync(folder, { recursive: true })
  return bytes
}
