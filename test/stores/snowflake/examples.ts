import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { SessionBounds } from '../../../src/connectors/connector.ts'
import { connectors } from '../../../src/connectors/registry.ts'
import {
  boundsIn,
  closing,
  exampleStatements,
  standardName,
  tableNamed,
  type ExampleStore,
  type ExampleTable,
} from '../../harness/example-tables.ts'
import type { SnowflakeColumn } from '../../harness/snowflake-double.ts'
import { snowflakeTables } from '../../harness/snowflake-tables.ts'
import { exampleSql } from '../duckdb/examples.ts'

const types: Record<string, Omit<SnowflakeColumn, 'name'>> = {
  Integral: { type: 'NUMBER', precision: 38, scale: 0 },
  Fractional: { type: 'FLOAT' },
  Boolean: { type: 'BOOLEAN' },
  Date: { type: 'DATE' },
  Timestamp: { type: 'TIMESTAMP_NTZ' },
}

/** The tables behind a double; they are made in the SQL of DuckDB. */
export async function openExamples(
  tables: readonly ExampleTable[],
  bounds: Partial<SessionBounds>,
): Promise<ExampleStore> {
  const { double, make, close } = await snowflakeTables()
  for (const table of tables) {
    const columns = Object.entries(table.columns).map(([name, type]) => ({
      name,
      ...(decimalOf(table.native_types?.[name]) ?? types[type] ?? { type: 'TEXT' }),
    }))
    const place = `"LAKE"."shop".${standardName(table.name)}`
    await make(table.name, columns, exampleStatements(exampleSql, place, table))
  }
  const folder = mkdtempSync(join(tmpdir(), 'assay-examples-'))
  const session = await connectors
    .get('snowflake')
    .open(double.connection, double.target, { ...boundsIn(folder), ...bounds })
  // Their descriptions say which tables are read as they were.
  for (const { name } of tables) await session.describe(tableNamed(name))
  return closing(session, tableNamed, folder, close)
}

function decimalOf(native: string | undefined): Omit<SnowflakeColumn, 'name'> | null {
  const [, precision, scale] = /^decimal\((\d+), ?(\d+)\)$/i.exec(native ?? '') ?? []
  return scale === undefined ? null : { type: 'NUMBER', precision: Number(precision), scale: Number(scale) }
}
