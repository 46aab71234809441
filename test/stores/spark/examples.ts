import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { ConnectionValues, DatastoreTarget, SessionBounds } from '../../../src/connectors/connector.ts'
import { connectors } from '../../../src/connectors/registry.ts'
import {
  boundsIn,
  closing,
  exampleStatements,
  tableNamed,
  type ExampleSql,
  type ExampleStore,
  type ExampleTable,
} from '../../harness/example-tables.ts'
import { sparkSource, type SparkSource } from '../../harness/spark-source.ts'

const backtickName = (name: string): string => `\`${name.replaceAll('`', '``')}\``

/** How it writes them. */
export const exampleSql: ExampleSql = {
  types: {
    Integral: 'bigint',
    Fractional: 'double',
    String: 'string',
    Boolean: 'boolean',
    Date: 'date',
    Timestamp: 'timestamp_ntz',
  },
  quoted: backtickName,
  literal(cell) {
    if (typeof cell === 'string') return `'${cell.replaceAll('\\', '\\\\').replaceAll("'", "''")}'`
    if (typeof cell !== 'number') return undefined
    if (!Number.isFinite(cell)) return `double('${cell}')`
    // Digits with a point are a decimal there, which has no -0.
    return Number.isInteger(cell) && !Object.is(cell, -0) ? undefined : `${cell.toExponential()}d`
  },
  converted: (literal, type) => `cast(${literal} as ${type === 'text' ? 'string' : type})`,
}

/** Where tables are written, and how they are read. */
type TableSource = Pick<SparkSource, 'run' | 'close'> & {
  connection: ConnectionValues
  target: DatastoreTarget
}

/** Tables that are written at the same time. */
const atOnce = 4

/** The tables in a store of their own. */
export const openExamples = async (
  tables: readonly ExampleTable[],
  bounds: Partial<SessionBounds>,
): Promise<ExampleStore> => openedOn('spark', await sparkSource(), tables, bounds)

/** A session of the connector on a source into which the tables are written. */
export async function openedOn(
  type: string,
  { connection, target, run, close }: TableSource,
  tables: readonly ExampleTable[],
  bounds: Partial<SessionBounds>,
): Promise<ExampleStore> {
  const waiting = tables.values()
  const write = async (): Promise<void> => {
    for (const table of waiting) await run(exampleStatements(exampleSql, backtickName(table.name), table))
  }
  await Promise.all(Array.from({ length: atOnce }, write))
  const folder = mkdtempSync(join(tmpdir(), 'assay-examples-'))
  const session = await connectors.get(type).open(connection, target, { ...boundsIn(folder), ...bounds })
  return closing(session, tableNamed, folder, close)
}
