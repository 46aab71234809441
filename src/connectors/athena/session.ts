import type { Static, TSchema } from 'typebox'
import { Aborted, RunFailure } from '../../kernel/errors.ts'
import type { ContainerReference } from '../../model/container.ts'
import type { DiscoveredField } from '../../model/field.ts'
import type { Relation } from '../../sql/ast.ts'
import { quotePath } from '../../sql/quoting.ts'
import type { DiscoveredContainer, SessionBounds } from '../connector.ts'
import { ClientSession, openedWith } from '../shared/client-session.ts'
import { orUnloadable, ownStatement } from '../shared/rows.ts'
import { discoveredTable, tableGone, tableRelation, wholeTable } from '../shared/tables.ts'
import { inUtc } from '../trino/types.ts'
import { AthenaRefusal, databaseSchema, tableSchema, tablesSchema, type CataloguedTable } from './answer.ts'
import type { AthenaClient, Place } from './client.ts'
import { cataloguedFields, isToldByEngine } from './types.ts'

/** Tables of a page at most. */
const mostTables = 50

/**
 * The tables and views of one database of a data catalogue. There is no snapshot: each statement sees the rows of its own time. The
 * service knows no keys.
 */
export class AthenaSession extends ClientSession<AthenaClient> {
  readonly #place: Place
  readonly #signal: AbortSignal

  private constructor(client: AthenaClient, place: Place, { signal }: SessionBounds) {
    super(client, client.statements)
    this.#place = place
    this.#signal = signal
  }

  /** Throws ServiceError when the catalogue has no such database for the credentials. */
  static open(client: AthenaClient, place: Place, bounds: SessionBounds): Promise<AthenaSession> {
    return openedWith(client, 'The database', async () => {
      const session = new AthenaSession(client, place, bounds)
      await session.#ask(databaseSchema, 'GetDatabase', {})
      return session
    })
  }

  async *discover(): AsyncGenerator<DiscoveredContainer> {
    for (let NextToken: string | undefined, isFirst = true; ; isFirst = false) {
      const page = { MaxResults: mostTables, ...(!isFirst && { NextToken }) }
      const found = await this.#ask(tablesSchema, 'ListTableMetadata', page)
      for (const table of found.TableMetadataList ?? []) {
        const kind = table.TableType === 'VIRTUAL_VIEW' ? 'view' : 'table'
        yield discoveredTable(table.Name, kind, await orUnloadable(() => this.#fieldsIn(table)))
      }
      NextToken = found.NextToken
      if (NextToken === undefined) return
    }
  }

  async describe({ name }: ContainerReference): Promise<Pick<DiscoveredContainer, 'fields' | 'partitions'>> {
    try {
      const { TableMetadata } = await this.#ask(tableSchema, 'GetTableMetadata', { TableName: name })
      return { fields: await this.#fieldsIn(TableMetadata), partitions: [wholeTable(name)] }
    } catch (error) {
      if (error instanceof RunFailure && isAbsent(error.cause)) throw tableGone(name)
      throw error
    }
  }

  relation(
    { name }: ContainerReference,
    fields: readonly DiscoveredField[],
    partitions: readonly string[] | 'all',
  ): Relation {
    return tableRelation(this.#path(name), fields, partitions, this.dialect, inUtc)
  }

  #path(name: string): string[] {
    return [this.#place.catalog, this.#place.database, name]
  }

  /** Throws RunFailure with the reason why the table cannot be read. */
  async #fieldsIn(table: CataloguedTable): Promise<DiscoveredField[]> {
    const reason = reasonAgainst(table)
    if (reason !== null) throw new RunFailure(reason)
    if (!isToldByEngine(table)) return cataloguedFields(table)
    const from = quotePath(this.#path(table.Name), this.dialect)
    return ownStatement(this.client.fieldsOf({ sql: `select * from ${from}`, parameters: [] }))
  }

  async #ask<Schema extends TSchema>(
    schema: Schema,
    action: string,
    members: object,
  ): Promise<Static<Schema>> {
    const { catalog: CatalogName, database: DatabaseName } = this.#place
    const { workgroup: WorkGroup } = this.client.settings
    const asked = { action, members: { CatalogName, DatabaseName, WorkGroup, ...members } }
    try {
      return await this.client.requests.ask(schema, asked, this.#signal)
    } catch (error) {
      if (this.#signal.aborted) throw new Aborted()
      throw this.client.translate(error)
    }
  }
}

/** What the catalogue says of a name that it does not know. */
const isAbsent = (cause: unknown): boolean =>
  cause instanceof AthenaRefusal && /EntityNotFoundException|not found/i.test(cause.message)

/** A partition whose values are computed from the statement is read for values that the statement names, never as a whole. */
const injected = /^projection\.(.+)\.type$/

/** Why the catalogue lets a table not be read, as a sentence; null: it says nothing against it. */
function reasonAgainst(table: CataloguedTable): string | null {
  const { Name, Parameters = {} } = table
  if (cataloguedFields(table).length === 0) return `"${Name}" shows no fields to these credentials.`
  if (Parameters['projection.enabled']?.toLowerCase() !== 'true') return null
  const found = Object.entries(Parameters).find(
    ([name, value]) => injected.test(name) && value.toLowerCase() === 'injected',
  )
  const partition = injected.exec(found?.[0] ?? '')?.[1]
  return partition === undefined
    ? null
    : `"${Name}" is only read with a filter on its partition "${partition}", whose values it takes from the statement; read it through a view that names them.`
}
