import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { SessionBounds } from '../../../src/connectors/connector.ts'
import { connectors } from '../../../src/connectors/registry.ts'
import { athenaTables } from '../../harness/athena-tables.ts'
import {
  boundsIn,
  closing,
  exampleStatements,
  standardName,
  tableNamed,
  type ExampleStore,
  type ExampleTable,
} from '../../harness/example-tables.ts'
import { exampleSql } from '../trino/examples.ts'

/** The tables on a Trino behind a double, in a schema of their own. */
export async function openExamples(
  tables: readonly ExampleTable[],
  bounds: Partial<SessionBounds>,
): Promise<ExampleStore> {
  const { double, run, close } = await athenaTables()
  for (const table of tables) await run(exampleStatements(exampleSql, standardName(table.name), table))
  const folder = mkdtempSync(join(tmpdir(), 'assay-examples-'))
  const session = await connectors
    .get('athena')
    .open(double.connection, double.target, { ...boundsIn(folder), ...bounds })
  return closing(session, tableNamed, folder, close)
}
