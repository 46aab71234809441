import { RunFailure } from '../../kernel/errors.ts'
import type { ContainerReference } from '../../model/container.ts'
import type { DiscoveredField } from '../../model/field.ts'
import type { Relation } from '../../sql/ast.ts'
import { quotePath } from '../../sql/quoting.ts'
import type { DiscoveredContainer, Session } from '../connector.ts'
import { ClientSession, openedWith } from '../shared/client-session.ts'
import { orUnloadable } from '../shared/rows.ts'
import { discoveredTable, tableGone, tableRelation, wholeTable } from '../shared/tables.ts'
import type { SparkClient } from './client.ts'

/** A catalog and one of its schemas, which a datastore stands for. */
export interface Place {
  catalog: string
  schema: string
}

/**
 * The tables and views of one schema of a catalog. There is no snapshot: each statement sees the rows of its own time. The server
 * knows no keys.
 */
export class SparkSession extends ClientSession<SparkClient> {
  readonly #place: Place

  private constructor(client: SparkClient, place: Place) {
    super(client, client.statements)
    this.#place = place
  }

  /** Throws ServiceError when the catalog has no such schema for the account. */
  static open(client: SparkClient, place: Place): Promise<SparkSession> {
    return openedWith(client, 'The schema', async () => {
      const session = new SparkSession(client, place)
      await session.#listed('tables')
      return session
    })
  }

  async *discover(): AsyncGenerator<DiscoveredContainer> {
    const tables = await this.#listed('tables')
    // A catalog may know no views at all.
    const views = new Set(await this.#listed('views').catch(ofNoViews))
    for (const name of tables) {
      const found = await orUnloadable(() => this.#fieldsOf(name))
      yield discoveredTable(name, views.has(name) ? 'view' : 'table', found)
    }
  }

  async describe({ name }: ContainerReference): ReturnType<Session['describe']> {
    if (!(await this.#listed('tables')).includes(name)) throw tableGone(name)
    return { fields: await this.#fieldsOf(name), partitions: [wholeTable(name)] }
  }

  relation(
    { name }: ContainerReference,
    fields: readonly DiscoveredField[],
    partitions: readonly string[] | 'all',
  ): Relation {
    return tableRelation(this.#pathOf(name), fields, partitions, this.dialect)
  }

  #pathOf(name: string): string[] {
    return [this.#place.catalog, this.#place.schema, name]
  }

  #quoted(path: readonly string[]): string {
    return quotePath(path, this.dialect)
  }

  /** The names of the tables, views among them, or of the views alone; those of the session itself are left out. */
  async #listed(what: 'tables' | 'views'): Promise<string[]> {
    const { catalog, schema } = this.#place
    const { rows } = await this.client.read(`show ${what} in ${this.#quoted([catalog, schema])}`)
    return rows
      .filter(([, , isTemporary]) => isTemporary !== true)
      .map(([, name]) => String(name))
      .sort()
  }

  /** Also whether it can be read: the server finds the files or the tables behind it. Throws RunFailure. */
  #fieldsOf(name: string): Promise<DiscoveredField[]> {
    return this.client.readFields(`select * from ${this.#quoted(this.#pathOf(name))} limit 0`)
  }
}

function ofNoViews(error: unknown): string[] {
  if (error instanceof RunFailure && !error.retryable) return []
  throw error
}
