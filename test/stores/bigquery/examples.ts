import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { SessionBounds } from '../../../src/connectors/connector.ts'
import { connectors } from '../../../src/connectors/registry.ts'
import { bigqueryTables } from '../../harness/bigquery-tables.ts'
import {
  boundsIn,
  closing,
  exampleStatements,
  standardName,
  tableNamed,
  type ExampleStore,
  type ExampleTable,
} from '../../harness/example-tables.ts'
import { exampleSql } from '../duckdb/examples.ts'

const types: Record<string, string> = {
  Integral: 'INTEGER',
  Fractional: 'FLOAT',
  String: 'STRING',
  Boolean: 'BOOLEAN',
  Date: 'DATE',
  Timestamp: 'DATETIME',
}

/** The tables behind a double; they are made in the SQL of DuckDB. */
export async function openExamples(
  tables: readonly ExampleTable[],
  bounds: Partial<SessionBounds>,
): Promise<ExampleStore> {
  const { double, make, close } = await bigqueryTables()
  for (const table of tables) {
    const columns = Object.entries(table.columns).map(([name, type]) => ({
      name,
      type: /^decimal/i.test(table.native_types?.[name] ?? '') ? 'BIGNUMERIC' : (types[type] ?? 'STRING'),
    }))
    await make(
      table.name,
      columns,
      exampleStatements(exampleSql, `lake.shop.${standardName(table.name)}`, table),
    )
  }
  const folder = mkdtempSync(join(tmpdir(), 'assay-examples-'))
  const session = await connectors
    .get('bigquery')
    .open(double.connection, double.target, { ...boundsIn(folder), ...bounds })
  // Their descriptions say which tables are read as they were.
  for (const { name } of tables) await session.describe(tableNamed(name))
  return closing(session, tableNamed, folder, close)
}
