import { RunFailure } from '../../kernel/errors.ts'
import type { ContainerReference } from '../../model/container.ts'
import type { DiscoveredField } from '../../model/field.ts'
import type { Relation } from '../../sql/ast.ts'
import { bigquery } from '../../sql/dialects/bigquery.dialect.ts'
import type { DiscoveredContainer, Session, SessionBounds } from '../connector.ts'
import { ClientSession, openedWith } from '../shared/client-session.ts'
import { endedBySource, failureOf } from '../shared/network-failures.ts'
import { discoveredTable, tableGone, tableRelation, wholeTable } from '../shared/tables.ts'
import { BigqueryRefusal, tableSchema, tablesSchema, type ListedTable } from './answer.ts'
import type { BigqueryClient } from './client.ts'
import { fieldOf } from './types.ts'

/** A dataset of a project, which a datastore stands for. */
export interface Place {
  project: string
  dataset: string
}

/** The tables and views of a dataset. Tables are read as they were when the session was opened; views see the rows of their own time. */
export class BigquerySession extends ClientSession<BigqueryClient> {
  readonly #place: Place
  readonly #signal: AbortSignal
  /** The time of the service at which tables are read. */
  #moment: string
  /** Those that can be read as they were. */
  readonly #kept = new Set<string>()

  private constructor(client: BigqueryClient, place: Place, { signal }: SessionBounds, moment: string) {
    super(client, client.statements)
    this.#place = place
    this.#signal = signal
    this.#moment = moment
  }

  /** Throws ServiceError when the project has no such dataset for the account. */
  static open(client: BigqueryClient, place: Place, bounds: SessionBounds): Promise<BigquerySession> {
    return openedWith(client, 'The dataset', async () => {
      const session = new BigquerySession(client, place, bounds, await momentOf(client))
      await session.#listed('1').next()
      return session
    })
  }

  async *discover(): AsyncGenerator<DiscoveredContainer> {
    for await (const listed of this.#listed('1000')) {
      const name = listed.tableReference.tableId
      const table = await this.#table(name)
      if (table === null) continue
      const unloadable = reasonAgainst(table)
      const kind = table.type?.endsWith('VIEW') ? 'view' : 'table'
      yield discoveredTable(name, kind, unloadable === null ? fieldsIn(table) : { unloadable })
    }
  }

  async describe({ name }: ContainerReference): ReturnType<Session['describe']> {
    const table = await this.#table(name)
    if (table === null) throw tableGone(name)
    const reason = reasonAgainst(table)
    if (reason !== null) throw new RunFailure(reason)
    return { fields: fieldsIn(table), partitions: [wholeTable(name)] }
  }

  relation(
    { name }: ContainerReference,
    fields: readonly DiscoveredField[],
    partitions: readonly string[] | 'all',
  ): Relation {
    const { project, dataset } = this.#place
    const at = this.#kept.has(name) ? ` for system_time as of timestamp '${this.#moment}'` : ''
    return tableRelation([project, dataset, name], fields, partitions, bigquery, undefined, at)
  }

  async renew(): Promise<boolean> {
    this.#moment = await momentOf(this.client)
    this.#kept.clear()
    return true
  }

  async rest(): Promise<void> {
    // Nothing is held in the service.
  }

  get #path(): string {
    const { project, dataset } = this.#place
    return `projects/${encodeURIComponent(project)}/datasets/${encodeURIComponent(dataset)}/tables`
  }

  async *#listed(maxResults: string): AsyncGenerator<ListedTable> {
    for (let pageToken = ''; ;) {
      const query = { maxResults, pageToken }
      const found = await this.#own(() =>
        this.client.requests.ask(tablesSchema, { method: 'GET', path: this.#path, query }, this.#signal),
      )
      yield* found.tables ?? []
      if (found.nextPageToken === undefined) return
      pageToken = found.nextPageToken
    }
  }

  /** Null for one that is not there. */
  async #table(name: string): Promise<ListedTable | null> {
    if (name === '') return null
    const path = `${this.#path}/${encodeURIComponent(name)}`
    try {
      const table = await this.client.requests.ask(tableSchema, { method: 'GET', path }, this.#signal)
      if (table.type === 'TABLE') this.#kept.add(name)
      return table
    } catch (error) {
      if (error instanceof BigqueryRefusal && error.status === 404) return null
      throw this.#failure(error)
    }
  }

  async #own<Answer>(ask: () => Promise<Answer>): Promise<Answer> {
    try {
      return await ask()
    } catch (error) {
      throw this.#failure(error)
    }
  }

  #failure(error: unknown): unknown {
    if (error instanceof BigqueryRefusal && error.status < 500 && error.status !== 429)
      return new RunFailure(`${error.message}.`, { cause: error })
    return failureOf(
      error,
      (one) => one instanceof BigqueryRefusal,
      (refusal) => endedBySource(refusal.message, refusal),
    )
  }
}

async function momentOf(client: BigqueryClient): Promise<string> {
  const { rows } = await client.statements.read('select cast(current_timestamp() as string) as at')
  return String(rows[0]?.[0])
}

const fieldsIn = ({ schema }: ListedTable): DiscoveredField[] =>
  (schema?.fields ?? []).map((field) => fieldOf(field))

function reasonAgainst(table: ListedTable): string | null {
  const name = table.tableReference.tableId
  if (fieldsIn(table).length === 0) return `"${name}" shows no fields to this account.`
  return table.requirePartitionFilter === true
    ? `"${name}" is only read with a filter on its partition; read it through a view, or let it be read whole.`
    : null
}
