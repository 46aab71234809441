import { messageOf, RunFailure, ServiceError } from '../../kernel/errors.ts'
import type { ContainerReference } from '../../model/container.ts'
import type { DiscoveredField } from '../../model/field.ts'
import type { Relation } from '../../sql/ast.ts'
import type { Statement } from '../../sql/print.ts'
import type { DiscoveredContainer, Rows, Session } from '../connector.ts'
import { discoveredTable, reasonAgainst, tableGone, tableRelation, wholeTable } from '../shared/tables.ts'
import { fieldsByTable, requireSchema, tablesIn } from './catalogue.ts'
import type { Place, TrinoClient } from './client.ts'
import { TableSnapshots } from './snapshots.ts'
import { inUtc } from './types.ts'

/**
 * The tables and views of one schema of a catalog. Those of Iceberg are read at one snapshot each; of all others each statement sees the rows of
 * its own time. The server knows no keys.
 */
export class TrinoSession implements Session {
  readonly dialect: Session['dialect']
  readonly #client: TrinoClient
  readonly #place: Place
  readonly #snapshots: TableSnapshots

  private constructor(client: TrinoClient, place: Place, snapshots: TableSnapshots) {
    this.dialect = client.dialect
    this.#client = client
    this.#place = place
    this.#snapshots = snapshots
  }

  /** Throws ServiceError when the catalog has no such schema for the account. */
  static async open(client: TrinoClient, place: Place): Promise<TrinoSession> {
    try {
      await requireSchema(client, place)
      return new TrinoSession(client, place, await TableSnapshots.open(client, place))
    } catch (error) {
      client.close()
      if (!(error instanceof RunFailure)) throw error
      const options = { cause: error, retryable: error.retryable }
      throw new ServiceError('connection_failed', `The catalog was not opened: ${messageOf(error)}.`, options)
    }
  }

  async *discover(): AsyncGenerator<DiscoveredContainer> {
    const tables = await tablesIn(this.#client, this.#place)
    const fields = await fieldsByTable(this.#client, this.#place, null)
    for (const { name, isView } of tables) {
      const found = fields.get(name) ?? []
      const reason = await this.#reasonAgainst(name, found)
      yield discoveredTable(name, isView ? 'view' : 'table', reason === null ? found : { unloadable: reason })
    }
  }

  async describe({ name }: ContainerReference): ReturnType<Session['describe']> {
    const fields = (await fieldsByTable(this.#client, this.#place, name)).get(name)
    if (!fields) throw tableGone(name)
    const reading = await this.#snapshots.reading(name)
    const partitions = [wholeTable(name)]
    if (reading.id !== null) return { fields: reading.fields, partitions }
    const reason = await this.#reasonAgainst(name, fields)
    if (reason !== null) throw new RunFailure(reason)
    return { fields, partitions, remarks: reading.remark === null ? [] : [reading.remark] }
  }

  async remarksOn(name: string): Promise<string[]> {
    const reading = await this.#snapshots.reading(name)
    return reading.id !== null || reading.remark === null ? [] : [reading.remark]
  }

  relation(
    { name }: ContainerReference,
    fields: readonly DiscoveredField[],
    partitions: readonly string[] | 'all',
  ): Relation {
    const { catalog, schema } = this.#place
    const at = this.#snapshots.behind(name)
    return tableRelation([catalog, schema, name], fields, partitions, this.dialect, inUtc, at)
  }

  async stamps({ name }: ContainerReference, partitions: readonly string[]): Promise<Map<string, string>> {
    const stamp = partitions.includes(name) ? await this.#snapshots.stamp(name) : null
    return new Map(stamp === null ? [] : [[name, stamp]])
  }

  async fieldsOf(statement: Statement): Promise<DiscoveredField[]> {
    const resolved = await this.#snapshots.resolve(statement)
    return this.#client.fieldsOf(resolved).catch((error: unknown) => {
      throw this.#snapshots.blamed(error)
    })
  }

  async query(statement: Statement): Promise<Rows> {
    const resolved = await this.#snapshots.resolve(statement)
    return this.#client.statements.query(resolved).catch((error: unknown) => {
      throw this.#snapshots.blamed(error)
    })
  }

  async *stream(statement: Statement): AsyncGenerator<Rows> {
    const resolved = await this.#snapshots.resolve(statement)
    try {
      yield* this.#client.statements.stream(resolved)
    } catch (error) {
      throw this.#snapshots.blamed(error)
    }
  }

  async close(): Promise<void> {
    this.#client.close()
  }

  #reasonAgainst(name: string, fields: readonly DiscoveredField[]): Promise<string | null> {
    const { catalog, schema } = this.#place
    return reasonAgainst([catalog, schema, name], fields, this.dialect, (statement) =>
      this.#client.statements.query(statement),
    )
  }
}
