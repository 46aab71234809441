import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { SessionBounds } from '../../../src/connectors/connector.ts'
import { connectors } from '../../../src/connectors/registry.ts'
import { clickhouseSource } from '../../harness/clickhouse-source.ts'
import {
  boundsIn,
  closing,
  exampleStatements,
  tableNamed,
  type ExampleSql,
  type ExampleStore,
  type ExampleTable,
} from '../../harness/example-tables.ts'

/** How it writes them. */
export const exampleSql: ExampleSql = {
  types: {
    Integral: 'Int64',
    Fractional: 'Float64',
    String: 'String',
    Boolean: 'Bool',
    Date: 'Date32',
    Timestamp: 'DateTime64(6)',
  },
  quoted: (name) => `\`${name.replaceAll('\\', '\\\\').replaceAll('`', '``')}\``,
  literal(cell) {
    if (typeof cell === 'string') return `'${cell.replaceAll('\\', '\\\\').replaceAll("'", "''")}'`
    if (typeof cell !== 'number' || Number.isFinite(cell)) return undefined
    return Number.isNaN(cell) ? 'nan' : cell < 0 ? '-inf' : 'inf'
  },
}

/** The tables in a store of their own. */
export async function openExamples(
  tables: readonly ExampleTable[],
  bounds: Partial<SessionBounds>,
): Promise<ExampleStore> {
  const source = await clickhouseSource()
  await source.run(
    tables.flatMap((table) => exampleStatements(exampleSql, exampleSql.quoted(table.name), table)),
  )
  const folder = mkdtempSync(join(tmpdir(), 'assay-examples-'))
  const session = await connectors
    .get('clickhouse')
    .open(source.connection, source.target, { ...boundsIn(folder), ...bounds })
  return closing(session, tableNamed, folder, source.close)
}
