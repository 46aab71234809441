import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { EngineFiles } from '../connectors/engine-files.ts'
import { sparkSource, type SparkSource } from './spark-source.ts'

/** A folder of files of its own, which the server sees as it is. */
export interface SparkFiles extends EngineFiles {
  connection: SparkSource['connection']
  run: SparkSource['run']
}

/** On the server that ASSAY_TEST_SPARK names. */
export async function sparkFiles(): Promise<SparkFiles> {
  const { connection, target, run, close } = await sparkSource()
  const folder = mkdtempSync(join(tmpdir(), 'assay-spark-files-'))
  return {
    connection,
    folder,
    place: { catalog: null, schema: null, location: `file://${folder}` },
    async declared() {
      const found = await Promise.all(
        ['default', target.schema].map((schema) => run([`show tables in spark_catalog.${schema}`])),
      )
      return found.flat().map(([, table]) => String(table))
    },
    run,
    async close() {
      await close()
      rmSync(folder, { recursive: true })
    },
  }
}
