import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { SessionBounds } from '../../../src/connectors/connector.ts'
import { connectors } from '../../../src/connectors/registry.ts'
import { mariadbSource } from '../../harness/mariadb-source.ts'
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
    Integral: 'bigint',
    Fractional: 'double',
    String: 'longtext',
    Boolean: 'boolean',
    Date: 'date',
    Timestamp: 'datetime(6)',
  },
  quoted: (name) => `\`${name.replaceAll('`', '``')}\``,
  literal(cell) {
    if (typeof cell === 'string') return `'${cell.replaceAll('\\', '\\\\').replaceAll("'", "''")}'`
    if (typeof cell !== 'number' || Number.isFinite(cell)) return undefined
    // It has neither infinities nor NaN.
    return Number.isNaN(cell) ? 'null' : `${cell < 0 ? '-' : ''}1.7976931348623157e308`
  },
}

/** The tables in a store of their own. */
export async function openExamples(
  tables: readonly ExampleTable[],
  bounds: Partial<SessionBounds>,
): Promise<ExampleStore> {
  const source = await mariadbSource()
  await source.run(
    tables.flatMap((table) => exampleStatements(exampleSql, exampleSql.quoted(table.name), table)),
  )
  const folder = mkdtempSync(join(tmpdir(), 'assay-examples-'))
  const session = await connectors
    .get('mariadb')
    .open(source.connection, source.target, { ...boundsIn(folder), ...bounds })
  return closing(session, tableNamed, folder, source.close)
}
