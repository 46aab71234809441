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
  type ExampleSql,
  type ExampleStore,
  type ExampleTable,
} from '../../harness/example-tables.ts'
import { oracleTables } from '../../harness/oracle-tables.ts'
import type { OracleColumn } from '../../harness/oracledb-double.ts'
import { exampleSql as ofDuckdb } from '../duckdb/examples.ts'

/** As DuckDB writes them; Oracle keeps no empty texts. */
export const exampleSql: ExampleSql = {
  ...ofDuckdb,
  // Its dates have a time.
  types: { ...ofDuckdb.types, Date: 'timestamp' },
  literal: (cell) => (cell === '' ? 'null' : undefined),
}

const types: Record<string, Omit<OracleColumn, 'name'>> = {
  Integral: { type: 'NUMBER', precision: 38, scale: 0 },
  Fractional: { type: 'BINARY_DOUBLE' },
  Boolean: { type: 'BOOLEAN' },
  Date: { type: 'DATE' },
  Timestamp: { type: 'TIMESTAMP(6)' },
}

/** The tables behind a double; they are made in the SQL of DuckDB. */
export async function openExamples(
  tables: readonly ExampleTable[],
  bounds: Partial<SessionBounds>,
): Promise<ExampleStore> {
  const { double, make, close } = await oracleTables()
  for (const table of tables) {
    const columns = Object.entries(table.columns).map(([name, type]) => ({
      name,
      ...(decimalOf(table.native_types?.[name]) ?? types[type] ?? { type: 'VARCHAR2', byteSize: 4000 }),
    }))
    await make(table.name, columns, exampleStatements(exampleSql, `shop.${standardName(table.name)}`, table))
  }
  const folder = mkdtempSync(join(tmpdir(), 'assay-examples-'))
  const session = await connectors
    .get('oracle')
    .open(double.connection, double.target, { ...boundsIn(folder), ...bounds })
  return closing(session, tableNamed, folder, close)
}

function decimalOf(native: string | undefined): Omit<OracleColumn, 'name'> | null {
  const [, precision, scale] = /^decimal\((\d+), ?(\d+)\)$/i.exec(native ?? '') ?? []
  return scale === undefined ? null : { type: 'NUMBER', precision: Number(precision), scale: Number(scale) }
}
