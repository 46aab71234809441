import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Client } from 'pg'
import type { SessionBounds } from '../../../src/connectors/connector.ts'
import { connectors } from '../../../src/connectors/registry.ts'
import { freshDatabase } from '../../harness/database.ts'
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
    Integral: 'bigint',
    Fractional: 'double precision',
    String: 'text',
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
  const database = await freshDatabase()
  const client = new Client({ connectionString: database.url })
  await client.connect()
  await client.query('create schema examples; set search_path to examples')
  for (const table of tables) {
    for (const statement of exampleStatements(exampleSql, `"${table.name}"`, table))
      await client.query(statement)
  }
  await client.end()
  const folder = mkdtempSync(join(tmpdir(), 'assay-examples-'))
  const { hostname, port, username, password, pathname } = new URL(database.url)
  const session = await connectors.get('postgresql').open(
    {
      host: hostname,
      port: Number(port),
      username,
      password: decodeURIComponent(password),
      parameters: { sslmode: 'disable' },
    },
    { database: pathname.slice(1), schema: 'examples', root_path: null },
    { ...boundsIn(folder), ...bounds },
  )
  return closing(session, tableNamed, folder, database.close)
}
