import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { SessionBounds } from '../../../src/connectors/connector.ts'
import { connectors } from '../../../src/connectors/registry.ts'
import type { MysqlDatabase } from '../../harness/mysql-database.ts'
import {
  boundsIn,
  closing,
  exampleStatements,
  tableNamed,
  withoutInfinities,
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
    return withoutInfinities(cell)
  },
}

/** Opens the tables of examples in a database of either kind of server, by the connection type of its name. */
export const examplesOn =
  (type: 'mariadb' | 'mysql', sourceOf: () => Promise<MysqlDatabase>) =>
  async (tables: readonly ExampleTable[], bounds: Partial<SessionBounds>): Promise<ExampleStore> => {
    const source = await sourceOf()
    await source.run(
      tables.flatMap((table) => exampleStatements(exampleSql, exampleSql.quoted(table.name), table)),
    )
    const folder = mkdtempSync(join(tmpdir(), 'assay-examples-'))
    const session = await connectors
      .get(type)
      .open(source.connection, source.target, { ...boundsIn(folder), ...bounds })
    return closing(session, tableNamed, folder, source.close)
  }
