import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
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

/** How it writes them. */
export const exampleSql: ExampleSql = {
  types: {
    Integral: 'integer',
    Fractional: 'real',
    String: 'text',
    Boolean: 'boolean',
    Date: 'date',
    Timestamp: 'timestamp',
  },
  quoted: standardName,
  literal(cell) {
    if (typeof cell === 'boolean') return String(Number(cell))
    if (typeof cell !== 'number' || Number.isFinite(cell)) return undefined
    // It has infinities only as overflowing numbers, and no NaN at all.
    return Number.isNaN(cell) ? 'null' : `${cell < 0 ? '-' : ''}9e999`
  },
}

/** The tables in a store of their own. */
export async function openExamples(
  tables: readonly ExampleTable[],
  bounds: Partial<SessionBounds>,
): Promise<ExampleStore> {
  const folder = mkdtempSync(join(tmpdir(), 'assay-examples-'))
  const uri = join(folder, 'examples.sqlite')
  const database = new DatabaseSync(uri)
  for (const table of tables)
    for (const statement of exampleStatements(exampleSql, `"${table.name}"`, table)) database.exec(statement)
  database.close()
  const session = await connectors
    .get('sqlite')
    .open({ uri }, { database: null, schema: null, root_path: null }, { ...boundsIn(folder), ...bounds })
  return closing(session, tableNamed, folder)
}
