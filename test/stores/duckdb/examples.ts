import { mkdtempSync, utimesSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DuckDBInstance } from '@duckdb/node-api'
import type { SessionBounds } from '../../../src/connectors/connector.ts'
import type { ContainerReference } from '../../../src/model/container.ts'
import { connectors } from '../../../src/connectors/registry.ts'
import {
  boundsIn,
  closing,
  exampleStatements,
  standardName,
  type ExampleSql,
  type ExampleStore,
  type ExampleTable,
} from '../../harness/example-tables.ts'

/** How it writes them. */
export const exampleSql: ExampleSql = {
  types: {
    Integral: 'bigint',
    Fractional: 'double',
    String: 'varchar',
    Boolean: 'boolean',
    Date: 'date',
    Timestamp: 'timestamp',
  },
  quoted: standardName,
  literal: () => undefined,
}

/** The tables in a store of their own. */
export async function openExamples(
  tables: readonly ExampleTable[],
  bounds: Partial<SessionBounds>,
): Promise<ExampleStore> {
  const folder = mkdtempSync(join(tmpdir(), 'assay-examples-'))
  await writeParquet(tables, folder)
  const session = await connectors
    .get('local')
    .open({}, { database: null, schema: null, root_path: folder }, { ...boundsIn(folder), ...bounds })
  return closing(session, fileNamed, folder)
}

/** The file of a table as a session is asked for it. */
export const fileNamed = (name: string): ContainerReference => ({
  name: `${name}.parquet`,
  container_type: 'file',
  file_options: {},
})

/** Each table as a file of Parquet in the folder. */
export async function writeParquet(tables: readonly ExampleTable[], folder: string): Promise<void> {
  const instance = await DuckDBInstance.create(':memory:')
  const writer = await instance.connect()
  for (const table of tables) {
    for (const statement of exampleStatements(exampleSql, 't', table)) await writer.run(statement)
    const path = join(folder, `${table.name}.parquet`)
    await writer.run(`copy t to '${path}' (format parquet)`)
    if (table.last_modified) utimesSync(path, new Date(table.last_modified), new Date(table.last_modified))
    await writer.run('drop table t')
  }
  writer.closeSync()
  instance.closeSync()
}
