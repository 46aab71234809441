import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { DuckDBInstance } from '@duckdb/node-api'
import { besiegingSession, filesIn, nowhere, setup, type BesiegedStore } from '../../attack/besieged-store.ts'

/** Two Parquet files. */
export async function besiegedFiles(folder: string): Promise<BesiegedStore> {
  const root = join(folder, 'root')
  mkdirSync(root)
  const instance = await DuckDBInstance.create(':memory:')
  const writer = await instance.connect()
  for (const statement of setup) await writer.run(statement)
  for (const name of ['victim', 'secrets'])
    await writer.run(`copy ${name} to '${join(root, `${name}.parquet`)}'`)
  writer.closeSync()
  instance.closeSync()
  const opened = await besiegingSession('local', folder, {}, { ...nowhere, root_path: root })
  return {
    session: opened,
    container: (name) => ({ name: `${name}.parquet`, container_type: 'file', file_options: {} }),
    contents: async () => filesIn(root),
    close: () => opened.close(),
  }
}
