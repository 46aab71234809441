import { RunFailure } from '../../kernel/errors.ts'
import type { ContainerReference, Partition } from '../../model/container.ts'
import type { DiscoveredField } from '../../model/field.ts'
import type { Relation } from '../../sql/ast.ts'
import type { Statement } from '../../sql/print.ts'
import type { DiscoveredContainer, Rows, Session } from '../connector.ts'
import { discoveredTable, reasonAgainst, tableGone, tableRelation, wholeTable } from '../shared/tables.ts'
import type { ClickhouseClient } from './client.ts'
import { fieldOf, hasZone } from './types.ts'

interface Table {
  name: string
  isView: boolean
  fields: DiscoveredField[]
}

/**
 * The tables and views of one ClickHouse database. There is no snapshot: each statement sees the rows of its own time, and a primary
 * key there sorts rows without telling them apart, so nothing is guaranteed.
 */
export class ClickhouseSession implements Session {
  readonly dialect: Session['dialect']
  readonly #client: ClickhouseClient
  readonly #database: string

  constructor(client: ClickhouseClient, database: string) {
    this.dialect = client.dialect
    this.#client = client
    this.#database = database
  }

  async *discover(): AsyncGenerator<DiscoveredContainer> {
    for (const table of await this.#tables(null)) {
      const unloadable = await this.#reasonAgainst(table)
      yield discoveredTable(
        table.name,
        table.isView ? 'view' : 'table',
        unloadable === null ? table.fields : { unloadable },
      )
    }
  }

  async describe({
    name,
  }: ContainerReference): Promise<{ fields: DiscoveredField[]; partitions: Partition[] }> {
    const [table] = await this.#tables(name)
    if (!table) throw tableGone(name)
    const reason = await this.#reasonAgainst(table)
    if (reason !== null) throw new RunFailure(reason)
    return { fields: table.fields, partitions: [wholeTable(name)] }
  }

  relation(
    { name }: ContainerReference,
    fields: readonly DiscoveredField[],
    partitions: readonly string[] | 'all',
  ): Relation {
    return tableRelation([this.#database, name], fields, partitions, this.dialect, inUtc)
  }

  fieldsOf(statement: Statement): Promise<DiscoveredField[]> {
    return this.#client.fieldsOf(statement)
  }

  query(statement: Statement): Promise<Rows> {
    return this.#client.statements.query(statement)
  }

  stream(statement: Statement): AsyncIterable<Rows> {
    return this.#client.statements.stream(statement)
  }

  async close(): Promise<void> {
    this.#client.close()
  }

  #reasonAgainst({ name, fields }: Table): Promise<string | null> {
    return reasonAgainst([this.#database, name], fields, this.dialect, (statement) => this.query(statement))
  }

  async #tables(name: string | null): Promise<Table[]> {
    const only = name === null ? '' : 'and name = {p2:String}'
    const parameters = name === null ? [this.#database] : [this.#database, name]
    const listed = await this.#client.statements.read(
      `select name, engine like '%View' from system.tables
       where database = {p1:String} and not is_temporary and name not like '.inner%' ${only} order by name`,
      parameters,
    )
    const columns = await this.#client.statements.read(
      `select table, name, type from system.columns
       where database = {p1:String} ${name === null ? '' : 'and table = {p2:String}'}
         and default_kind not in ('EPHEMERAL') order by table, position`,
      parameters,
    )
    const tables = new Map<string, Table>()
    for (const [table, isView] of listed.rows)
      tables.set(String(table), { name: String(table), isView: isView === 1, fields: [] })
    for (const [table, column, type] of columns.rows)
      tables.get(String(table))?.fields.push(fieldOf(String(column), String(type)))
    return [...tables.values()]
  }
}

/** A time with a zone of its own is an instant; it is shown and compared in UTC like the others. */
const inUtc = (quoted: string, { native_type }: DiscoveredField): string =>
  hasZone(native_type) ? `toTimeZone(${quoted}, 'UTC') as ${quoted}` : quoted
