import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { SessionBounds } from '../../../src/connectors/connector.ts'
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
import { onServer } from '../../harness/postgres-source.ts'
import { redshiftDouble } from '../../harness/redshift-double.ts'
import { exampleSql as ofPostgresql } from '../postgresql/examples.ts'

/** How it writes them; its own `text` would have 256 bytes. */
export const exampleSql: ExampleSql = {
  ...ofPostgresql,
  types: { ...ofPostgresql.types, String: 'varchar(65535)' },
}

/** The tables in a store of their own. */
export async function openExamples(
  tables: readonly ExampleTable[],
  bounds: Partial<SessionBounds>,
): Promise<ExampleStore> {
  const source = await redshiftDouble()
  const statements = tables.flatMap((table) =>
    exampleStatements(exampleSql, exampleSql.quoted(table.name), table),
  )
  await onServer(source.url, statements)
  const folder = mkdtempSync(join(tmpdir(), 'assay-examples-'))
  const session = await connectors
    .get('redshift')
    .open(source.connection, source.target, { ...boundsIn(folder), ...bounds })
  return closing(session, tableNamed, folder, source.close)
}
