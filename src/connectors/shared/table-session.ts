import { RunFailure } from '../../kernel/errors.ts'
import type { ContainerReference } from '../../model/container.ts'
import type { DiscoveredField } from '../../model/field.ts'
import type { Relation } from '../../sql/ast.ts'
import type { DiscoveredContainer, Session } from '../connector.ts'
import { ClientSession, type SessionClient, type Statements } from './client-session.ts'
import {
  discoveredTable,
  reasonAgainst,
  tableGone,
  tableRelation,
  wholeTable,
  type UniqueKey,
} from './tables.ts'

/** A table or view as the catalogue of a server lists it. */
export interface CatalogueTable {
  name: string
  /** Null where only its fields were asked for. */
  isView: boolean | null
  /** Those that the account may read. */
  fields: DiscoveredField[]
}

/** The tables of a catalogue that lists their names apart from their fields: all of them, or those that it takes for the one of a name. */
export async function listedApart(
  name: string | null,
  fieldsOf: (name: string | null) => Promise<ReadonlyMap<string, DiscoveredField[]>>,
  names: () => Promise<{ name: string; isView: boolean }[]>,
): Promise<CatalogueTable[]> {
  if (name !== null)
    return [...(await fieldsOf(name))].map(([table, fields]) => ({ name: table, isView: null, fields }))
  const tables = await names()
  const fields = await fieldsOf(null)
  return tables.map((table) => ({ ...table, fields: fields.get(table.name) ?? [] }))
}

/** Where the tables of a session are, and how they are read. */
export interface Shown {
  /** The parts of the name of a table that come before its own. */
  path: readonly string[]
  /** See `tableRelation`. */
  shown?: (quoted: string, field: DiscoveredField) => string
}

/** A session over the tables and views of one schema, which the catalogue of the server lists with their fields. */
export abstract class TableSession<
  Client extends SessionClient,
  Table extends CatalogueTable = CatalogueTable,
> extends ClientSession<Client> {
  protected readonly path: readonly string[]
  readonly #shown: Shown['shown']

  constructor(client: Client, statements: Statements, { path, shown }: Shown) {
    super(client, statements)
    this.path = path
    this.#shown = shown
  }

  /** Every table, or those that the catalogue takes for the one of a name, which is not empty. */
  protected abstract tables(name: string | null): Promise<Table[]>

  /** Why a table cannot be read, as a sentence; null: it can. */
  protected async reasonAgainst({ name, fields }: Table): Promise<string | null> {
    return reasonAgainst([...this.path, name], fields, this.dialect, (statement) => this.query(statement))
  }

  /** The unique keys of all tables by their names (default: the server knows none). */
  protected async uniqueKeys(): Promise<ReadonlyMap<string, readonly UniqueKey[]>> {
    return new Map()
  }

  async *discover(): AsyncGenerator<DiscoveredContainer> {
    const keys = await this.uniqueKeys()
    for (const table of await this.tables(null)) {
      const unloadable = await this.reasonAgainst(table)
      const kind = table.isView ? 'view' : 'table'
      const found = unloadable === null ? table.fields : { unloadable }
      yield discoveredTable(table.name, kind, found, keys.get(table.name))
    }
  }

  async describe({ name }: ContainerReference): ReturnType<Session['describe']> {
    const { fields } = await this.readable(name)
    return { fields, partitions: [wholeTable(name)] }
  }

  relation(
    { name }: ContainerReference,
    fields: readonly DiscoveredField[],
    partitions: readonly string[] | 'all',
  ): Relation {
    return tableRelation([...this.path, name], fields, partitions, this.dialect, this.#shown)
  }

  /** Null for a table that is not there. The catalogue may compare names without regard to case, and an empty one would ask for every table. */
  protected async table(name: string): Promise<Table | null> {
    const found = name === '' ? [] : await this.tables(name)
    return found.find((table) => table.name === name) ?? null
  }

  /** Throws RunFailure for a table that is not there or cannot be read. */
  protected async readable(name: string): Promise<Table> {
    const table = await this.table(name)
    if (table === null) throw tableGone(name)
    const reason = await this.reasonAgainst(table)
    if (reason !== null) throw new RunFailure(reason)
    return table
  }
}

/** A client that reads from one snapshot, which it can leave and take anew. */
export interface SnapshotClient extends SessionClient, Statements {
  renew(): Promise<unknown>
  rest(): Promise<void>
}

/** Such a session in one snapshot. */
export abstract class SnapshotSession<
  Client extends SnapshotClient,
  Table extends CatalogueTable = CatalogueTable,
> extends TableSession<Client, Table> {
  constructor(client: Client, shown: Shown) {
    super(client, client, shown)
  }

  async renew(_next?: ContainerReference): Promise<boolean> {
    await this.client.renew()
    return true
  }

  rest(): Promise<void> {
    return this.client.rest()
  }
}
