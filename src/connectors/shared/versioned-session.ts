import { RunFailure } from '../../kernel/errors.ts'
import type { ContainerReference } from '../../model/container.ts'
import type { DiscoveredField } from '../../model/field.ts'
import type { Relation } from '../../sql/ast.ts'
import type { Statement } from '../../sql/print.ts'
import type { Rows, Session } from '../connector.ts'
import type { SessionClient, Statements } from './client-session.ts'
import { TableSession, type CatalogueTable, type Shown } from './table-session.ts'
import { reasonAgainst, tableGone, tableRelation, wholeTable } from './tables.ts'
import type { TableVersions } from './table-versions.ts'

/** A session that reads each table that has snapshots at one of them; of all others each statement sees the rows of its own time. */
export abstract class VersionedSession<
  Client extends SessionClient,
  Versions extends TableVersions,
> extends TableSession<Client> {
  protected readonly versions: Versions
  readonly #look: Shown['shown']

  constructor(client: Client, statements: Statements, shown: Shown, versions: Versions) {
    super(client, statements, shown)
    this.versions = versions
    this.#look = shown.shown
  }

  /** Of the rows as they are now, whatever the snapshot. */
  protected override reasonAgainst({ name, fields }: CatalogueTable): Promise<string | null> {
    return reasonAgainst([...this.path, name], fields, this.dialect, (statement) => super.query(statement))
  }

  override async describe({ name }: ContainerReference): ReturnType<Session['describe']> {
    const table = await this.table(name)
    if (table === null) throw tableGone(name)
    const reading = await this.versions.reading(name)
    const partitions = [wholeTable(name)]
    if (reading.id !== null) return { fields: reading.fields, partitions }
    const reason = await this.reasonAgainst(table)
    if (reason !== null) throw new RunFailure(reason)
    return { fields: table.fields, partitions, ...(reading.remark !== null && { remarks: [reading.remark] }) }
  }

  async remarksOn(name: string): Promise<string[]> {
    const reading = await this.versions.reading(name)
    return reading.id !== null || reading.remark === null ? [] : [reading.remark]
  }

  override relation(
    { name }: ContainerReference,
    fields: readonly DiscoveredField[],
    partitions: readonly string[] | 'all',
  ): Relation {
    const at = this.versions.behind(name)
    return tableRelation([...this.path, name], fields, partitions, this.dialect, this.#look, at)
  }

  override async fieldsOf(statement: Statement): Promise<DiscoveredField[]> {
    const resolved = await this.versions.resolve(statement)
    return super.fieldsOf(resolved).catch((error: unknown) => {
      throw this.versions.blamed(error)
    })
  }

  override async query(statement: Statement): Promise<Rows> {
    const resolved = await this.versions.resolve(statement)
    return super.query(resolved).catch((error: unknown) => {
      throw this.versions.blamed(error)
    })
  }

  override async *stream(statement: Statement): AsyncGenerator<Rows> {
    const resolved = await this.versions.resolve(statement)
    try {
      yield* super.stream(resolved)
    } catch (error) {
      throw this.versions.blamed(error)
    }
  }
}
