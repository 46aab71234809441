import { RunFailure } from '../../kernel/errors.ts'
import type { ContainerReference } from '../../model/container.ts'
import type { DiscoveredField } from '../../model/field.ts'
import type { Relation } from '../../sql/ast.ts'
import { redshift } from '../../sql/dialects/redshift.dialect.ts'
import type { Statement } from '../../sql/print.ts'
import type { DiscoveredContainer, Rows, Session } from '../connector.ts'
import type { PostgresqlClient } from '../postgresql/client.ts'
import { discoveredTable, reasonAgainst, tableGone, tableRelation, wholeTable } from '../shared/tables.ts'
import { columnOf } from './types.ts'

/** One row per column of a schema ($1); $2: a table's name, or '' for all. The views have external tables and late-binding views, too. */
const columnsSql = `select t.table_name, t.table_type, c.column_name, c.data_type, c.numeric_precision, c.numeric_scale, c.is_nullable
  from svv_tables t
  left join svv_columns c on c.table_schema = t.table_schema and c.table_name = t.table_name
  where t.table_schema = $1 and ($2 = '' or t.table_name = $2)
  order by t.table_name, c.ordinal_position`

interface Table {
  name: string
  isView: boolean
  fields: DiscoveredField[]
}

/**
 * The tables and views of one schema of an Amazon Redshift database. It guarantees nothing: keys are not enforced there, and
 * whether NOT NULL is was never seen.
 */
export class RedshiftSession implements Session {
  readonly dialect = redshift
  readonly #client: PostgresqlClient
  readonly #schema: string

  constructor(client: PostgresqlClient, schema: string) {
    this.#client = client
    this.#schema = schema
  }

  async *discover(): AsyncGenerator<DiscoveredContainer> {
    for (const { name, isView, fields } of await this.#tables()) {
      const unloadable = await this.#reasonAgainst(name, fields)
      yield discoveredTable(name, isView ? 'view' : 'table', unloadable === null ? fields : { unloadable })
    }
  }

  async describe({ name }: ContainerReference): Promise<Pick<DiscoveredContainer, 'fields' | 'partitions'>> {
    // An empty name would ask for every table.
    const [table] = name === '' ? [] : await this.#tables(name)
    if (table?.name !== name) throw tableGone(name)
    const reason = await this.#reasonAgainst(name, table.fields)
    if (reason !== null) throw new RunFailure(reason)
    return { fields: table.fields, partitions: [wholeTable(name)] }
  }

  relation(
    { name }: ContainerReference,
    fields: readonly DiscoveredField[],
    partitions: readonly string[] | 'all',
  ): Relation {
    return tableRelation([this.#schema, name], fields, partitions, redshift)
  }

  fieldsOf(statement: Statement): Promise<DiscoveredField[]> {
    return this.#client.fieldsOf(statement)
  }

  query(statement: Statement): Promise<Rows> {
    return this.#client.query(statement)
  }

  stream(statement: Statement): AsyncIterable<Rows> {
    return this.#client.stream(statement)
  }

  async renew(): Promise<boolean> {
    await this.#client.renew()
    return true
  }

  rest(): Promise<void> {
    return this.#client.rest()
  }

  close(): Promise<void> {
    return this.#client.close()
  }

  async #tables(name = ''): Promise<Table[]> {
    const { rows } = await this.#client.read(columnsSql, [this.#schema, name])
    const tables = new Map<string, Table>()
    for (const [table, type, ...column] of rows) {
      const found = tables.get(String(table)) ?? {
        name: String(table),
        isView: /view/i.test(String(type)),
        fields: [],
      }
      tables.set(found.name, found)
      if (column[0] !== null) found.fields.push(columnOf(column))
    }
    return [...tables.values()]
  }

  async #reasonAgainst(name: string, fields: readonly DiscoveredField[]): Promise<string | null> {
    if (fields.length === 0)
      return `"${name}" has no field that this account may read; grant it SELECT in the database.`
    const path = [this.#schema, name]
    return reasonAgainst(path, fields, redshift, (statement) => this.#client.query(statement))
  }
}
