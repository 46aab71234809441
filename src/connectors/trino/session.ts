import { RunFailure } from '../../kernel/errors.ts'
import type { ContainerReference } from '../../model/container.ts'
import type { DiscoveredField } from '../../model/field.ts'
import type { Relation } from '../../sql/ast.ts'
import type { Statement } from '../../sql/print.ts'
import type { Rows, Session } from '../connector.ts'
import { openedWith } from '../shared/client-session.ts'
import { listedApart, TableSession, type CatalogueTable } from '../shared/table-session.ts'
import { reasonAgainst, tableGone, tableRelation, wholeTable } from '../shared/tables.ts'
import { fieldsByTable, requireSchema, tablesIn } from './catalogue.ts'
import type { Place, TrinoClient } from './client.ts'
import { TableSnapshots } from './snapshots.ts'
import { inUtc } from './types.ts'

/**
 * The tables and views of one schema of a catalog. Those of Iceberg are read at one snapshot each; of all others each statement sees the rows of
 * its own time. The server knows no keys.
 */
export class TrinoSession extends TableSession<TrinoClient> {
  readonly #place: Place
  readonly #snapshots: TableSnapshots

  private constructor(client: TrinoClient, place: Place, snapshots: TableSnapshots) {
    super(client, client.statements, { path: [place.catalog, place.schema] })
    this.#place = place
    this.#snapshots = snapshots
  }

  /** Throws ServiceError when the catalog has no such schema for the account. */
  static open(client: TrinoClient, place: Place): Promise<TrinoSession> {
    return openedWith(client, 'The catalog', async () => {
      await requireSchema(client, place)
      return new TrinoSession(client, place, await TableSnapshots.open(client, place))
    })
  }

  protected override tables(name: string | null): Promise<CatalogueTable[]> {
    return listedApart(
      name,
      (only) => fieldsByTable(this.client, this.#place, only),
      () => tablesIn(this.client, this.#place),
    )
  }

  /** Of the rows as they are now, whatever the snapshot. */
  protected override reasonAgainst({ name, fields }: CatalogueTable): Promise<string | null> {
    return reasonAgainst([...this.path, name], fields, this.dialect, (statement) =>
      this.client.statements.query(statement),
    )
  }

  override async describe({ name }: ContainerReference): ReturnType<Session['describe']> {
    const table = await this.table(name)
    if (table === null) throw tableGone(name)
    const reading = await this.#snapshots.reading(name)
    const partitions = [wholeTable(name)]
    if (reading.id !== null) return { fields: reading.fields, partitions }
    const reason = await this.reasonAgainst(table)
    if (reason !== null) throw new RunFailure(reason)
    const { remark } = reading
    return { fields: table.fields, partitions, ...(remark !== null && { remarks: [remark] }) }
  }

  async remarksOn(name: string): Promise<string[]> {
    const reading = await this.#snapshots.reading(name)
    return reading.id !== null || reading.remark === null ? [] : [reading.remark]
  }

  override relation(
    { name }: ContainerReference,
    fields: readonly DiscoveredField[],
    partitions: readonly string[] | 'all',
  ): Relation {
    const at = this.#snapshots.behind(name)
    return tableRelation([...this.path, name], fields, partitions, this.dialect, inUtc, at)
  }

  async stamps({ name }: ContainerReference, partitions: readonly string[]): Promise<Map<string, string>> {
    const stamp = partitions.includes(name) ? await this.#snapshots.stamp(name) : null
    return new Map(stamp === null ? [] : [[name, stamp]])
  }

  override async fieldsOf(statement: Statement): Promise<DiscoveredField[]> {
    const resolved = await this.#snapshots.resolve(statement)
    return super.fieldsOf(resolved).catch((error: unknown) => {
      throw this.#snapshots.blamed(error)
    })
  }

  override async query(statement: Statement): Promise<Rows> {
    const resolved = await this.#snapshots.resolve(statement)
    return super.query(resolved).catch((error: unknown) => {
      throw this.#snapshots.blamed(error)
    })
  }

  override async *stream(statement: Statement): AsyncGenerator<Rows> {
    const resolved = await this.#snapshots.resolve(statement)
    try {
      yield* super.stream(resolved)
    } catch (error) {
      throw this.#snapshots.blamed(error)
    }
  }
}
