import { randomBytes } from 'node:crypto'
import { mkdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import type { ConnectionValues } from '../../src/connectors/connector.ts'
import type { ComputePlace } from '../../src/model/datastore.ts'
import { connectionTo, runOn, trinoAbsence } from './trino-source.ts'

/** A Trino server and the folder that its catalog `hive` sees as `local:///`; it reads times in UTC, and `elsewhere`, over the same files, does not. */
interface Server {
  address: string
  files: string
}

/** Why the tests of files that Trino evaluates are skipped; false when they run. */
export const trinoFilesAbsence: string | false =
  trinoAbsence ||
  (process.env['ASSAY_TEST_TRINO_FILES']
    ? false
    : 'ASSAY_TEST_TRINO_FILES is no folder of that server; `npm run engines -- trino` sets it')

/** A folder of files of its own, and a scratch schema of its own in either catalog. */
export interface TrinoFiles {
  connection: ConnectionValues & { host: string; port: number; username: string }
  folder: string
  place: ComputePlace & { catalog: string; schema: string }
  /** The tables that are declared now. */
  declared(): Promise<string[]>
  run(statements: readonly string[]): Promise<unknown[][]>
  close(): Promise<void>
}

/** On the server that the stage of engines has started, or on another one. */
export async function trinoFiles(
  { address, files }: Server = {
    address: process.env['ASSAY_TEST_TRINO'] ?? '',
    files: process.env['ASSAY_TEST_TRINO_FILES'] ?? '',
  },
  catalog: 'hive' | 'elsewhere' = 'hive',
): Promise<TrinoFiles> {
  const name = `files_${randomBytes(6).toString('hex')}`
  const folder = join(files, name)
  mkdirSync(folder)
  const run = (statements: readonly string[]): Promise<unknown[][]> =>
    runOn({ address, schema: name }, statements)
  await run([`create schema ${catalog}.${name}`])
  return {
    connection: connectionTo(address),
    folder,
    place: { catalog, schema: name, location: `local:///${name}` },
    declared: async () =>
      (await run([`show tables from ${catalog}.${name}`])).map(([table]) => String(table)),
    run,
    async close() {
      await run([`drop schema ${catalog}.${name} cascade`])
      rmSync(folder, { recursive: true })
    },
  }
}
