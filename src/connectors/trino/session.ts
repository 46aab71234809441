import { messageOf, RunFailure, ServiceError } from '../../kernel/errors.ts'
import type { ContainerReference, Partition } from '../../model/container.ts'
import type { DiscoveredField } from '../../model/field.ts'
import type { Relation } from '../../sql/ast.ts'
import { quoteIdentifier, type Statement } from '../../sql/print.ts'
import type { DiscoveredContainer, Rows, Session } from '../connector.ts'
import { discoveredTable, reasonAgainst, tableGone, tableRelation, wholeTable } from '../shared/tables.ts'
import type { Place, TrinoClient } from './client.ts'
import { fieldOf, inUtc } from './types.ts'

/**
 * The tables and views of one schema of a catalog. There is no snapshot: each statement sees the rows of its own time. The server
 * knows no keys.
 */
export class TrinoSession implements Session {
  readonly dialect: Session['dialect']
  readonly #client: TrinoClient
  readonly #place: Place

  private constructor(client: TrinoClient, place: Place) {
    this.dialect = client.dialect
    this.#client = client
    this.#place = place
  }

  /** Throws ServiceError when the catalog has no such schema for the account. */
  static async open(client: TrinoClient, place: Place): Promise<TrinoSession> {
    const session = new TrinoSession(client, place)
    try {
      await session.#requireSchema()
      return session
    } catch (error) {
      client.close()
      if (!(error instanceof RunFailure)) throw error
      const options = { cause: error, retryable: error.retryable }
      throw new ServiceError('connection_failed', `The catalog was not opened: ${messageOf(error)}.`, options)
    }
  }

  async *discover(): AsyncGenerator<DiscoveredContainer> {
    const { catalog, schema } = this.#place
    const { rows } = await this.#client.statements.read(
      `select table_name, table_type from ${this.#quoted(catalog)}.information_schema.tables where table_schema = ? order by 1`,
      [schema],
    )
    const fields = await this.#fieldsBy('', [schema])
    for (const [name, type] of rows) {
      const found = fields.get(String(name)) ?? []
      const reason = await this.#reasonAgainst(String(name), found)
      yield discoveredTable(
        String(name),
        type === 'VIEW' ? 'view' : 'table',
        reason === null ? found : { unloadable: reason },
      )
    }
  }

  async describe({
    name,
  }: ContainerReference): Promise<{ fields: DiscoveredField[]; partitions: Partition[] }> {
    const fields = (await this.#fieldsBy('and table_name = ?', [this.#place.schema, name])).get(name)
    if (!fields) throw tableGone(name)
    const reason = await this.#reasonAgainst(name, fields)
    if (reason !== null) throw new RunFailure(reason)
    return { fields, partitions: [wholeTable(name)] }
  }

  relation(
    { name }: ContainerReference,
    fields: readonly DiscoveredField[],
    partitions: readonly string[] | 'all',
  ): Relation {
    const { catalog, schema } = this.#place
    return tableRelation([catalog, schema, name], fields, partitions, this.dialect, inUtc)
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

  #reasonAgainst(name: string, fields: readonly DiscoveredField[]): Promise<string | null> {
    const { catalog, schema } = this.#place
    return reasonAgainst([catalog, schema, name], fields, this.dialect, (statement) => this.query(statement))
  }

  #quoted(name: string): string {
    return quoteIdentifier(name, this.dialect)
  }

  async #requireSchema(): Promise<void> {
    const { catalog, schema } = this.#place
    const found = await this.#client.statements.read(
      `select 1 from ${this.#quoted(catalog)}.information_schema.schemata where schema_name = ?`,
      [schema],
    )
    if (found.rows.length > 0) return
    throw new ServiceError('connection_failed', `The catalog "${catalog}" has no schema "${schema}".`)
  }

  /** The fields of tables by their names; `only` is a further condition on the columns of the catalogue. */
  async #fieldsBy(only: string, parameters: string[]): Promise<Map<string, DiscoveredField[]>> {
    const { rows } = await this.#client.statements.read(
      `select table_name, column_name, data_type from ${this.#quoted(this.#place.catalog)}.information_schema.columns
       where table_schema = ? ${only} order by table_name, ordinal_position`,
      parameters,
    )
    const tables = new Map<string, DiscoveredField[]>()
    for (const [table, column, type] of rows) {
      const fields = tables.get(String(table)) ?? []
      tables.set(String(table), fields)
      fields.push(fieldOf(String(column), String(type)))
    }
    return tables
  }
}
