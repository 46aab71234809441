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
  withoutInfinities,
  type ExampleSql,
  type ExampleStore,
  type ExampleTable,
} from '../../harness/example-tables.ts'
import { sqlserverDouble } from '../../harness/sqlserver-double.ts'
import { exampleSql as ofDuckdb } from '../duckdb/examples.ts'

/** As DuckDB writes them; SQL Server has neither infinities nor NaN. */
export const exampleSql: ExampleSql = { ...ofDuckdb, literal: withoutInfinities }

const natives: Record<string, string> = {
  Integral: 'bigint',
  Fractional: 'float',
  String: 'nvarchar(max)',
  Boolean: 'bit',
  Date: 'date',
  Timestamp: 'datetime2(7)',
}

/** The tables behind a double; they are made in the SQL of DuckDB. */
export async function openExamples(
  tables: readonly ExampleTable[],
  bounds: Partial<SessionBounds>,
): Promise<ExampleStore> {
  const double = await sqlserverDouble()
  await double.make(
    tables.map((table) => ({
      name: table.name,
      columns: Object.fromEntries(
        Object.entries(table.columns).map(([name, type]) => [
          name,
          decimalOf(table.native_types?.[name]) ?? natives[type] ?? 'nvarchar(max)',
        ]),
      ),
      statements: exampleStatements(exampleSql, `dbo.${standardName(table.name)}`, table),
    })),
  )
  const folder = mkdtempSync(join(tmpdir(), 'assay-examples-'))
  const session = await connectors
    .get('sqlserver')
    .open(double.connection, double.target, { ...boundsIn(folder), ...bounds })
  return closing(session, tableNamed, folder, double.close)
}

/** A type of DuckDB as SQL Server writes it, where both have the same. */
const decimalOf = (native: string | undefined): string | undefined =>
  native !== undefined && /^decimal\(/i.test(native) ? native.toLowerCase().replaceAll(' ', '') : undefined
