import { RunFailure } from '../../kernel/errors.ts'
import {
  foreignTable,
  refuseLongName,
  type FileQuery,
  type Replaced,
  type Replacement,
  type WrittenColumn,
  type WrittenTable,
  type WrittenType,
  type WrittenValue,
  type Writer,
} from '../writer.ts'

/** A table as a store has it. */
export interface FoundTable {
  /** True when it has the mark of this service. */
  is_ours: boolean
  columns: { name: string; type: string }[]
}

/** The steps of writing of which every store has its own words. */
export interface TableStore {
  /** The longest name that the store keeps as it is, bytes; null: any. */
  longest_name: number | null
  /** True when names that differ in letter case alone are the same. */
  ignores_case: boolean
  /** As of the writer. */
  rewrites?: boolean
  /** The table, view or whatever else has this name; null when nothing has. */
  find(table: string): Promise<FoundTable | null>
  /** The word of `FoundTable` for the type. */
  typeWord(type: WrittenType): string
  create(table: WrittenTable): Promise<void>
  addColumn(table: string, column: WrittenColumn): Promise<void>
  changeType(table: string, column: WrittenColumn): Promise<void>
  /** Begins a transaction; `existed` is false for a table that was made just now. */
  begin(table: WrittenTable, existed: boolean): Promise<void>
  remove(table: WrittenTable, replaced: Replaced): Promise<void>
  /** Removes all rows, in the transaction. */
  empty(table: WrittenTable): Promise<void>
  insert(table: WrittenTable, rows: readonly (readonly WrittenValue[])[]): Promise<void>
  /** As of the writer. */
  takeLines?(table: WrittenTable, texts: AsyncIterable<string>): Promise<number>
  take?(table: WrittenTable, query: FileQuery): Promise<number>
  commit(): Promise<void>
  rollback(): Promise<void>
  drop(table: string): Promise<void>
  /** Removes what a step that was stopped half way left beside the table, whether that is there or not. Left out where nothing is left. */
  sweep?(table: string): Promise<void>
  count(table: string): Promise<number>
  /** In one step: `to` goes, when it `exists`, and `from` gets its name. */
  swap(from: string, to: string, exists: boolean): Promise<void>
  close(): Promise<void>
}

/** Writes tables by the steps of a store; what may be touched, and in which order, is the same for all. */
export class TableWriter implements Writer {
  readonly #store: TableStore
  readonly rewrites: boolean
  readonly takeLines?: (texts: AsyncIterable<string>) => Promise<number>
  readonly take?: (query: FileQuery) => Promise<number>
  #table: WrittenTable | null = null

  constructor(store: TableStore) {
    this.#store = store
    this.rewrites = store.rewrites ?? false
    if (store.takeLines)
      this.takeLines = async (texts) => (await store.takeLines?.(this.#begun(), texts)) ?? 0
    if (store.take) this.take = async (query) => (await store.take?.(this.#begun(), query)) ?? 0
  }

  async begin(table: WrittenTable, replaced: Replacement): Promise<void> {
    const found = await this.#own(table.name)
    if (found) await this.#migrate(table, found)
    else await this.#store.create(table)
    await this.#store.begin(table, found !== null)
    this.#table = table
    if (!found || !replaced) return
    if (replaced === 'all') await this.#store.empty(table)
    else if (replaced.values.length > 0) await this.#store.remove(table, replaced)
  }

  async write(rows: readonly (readonly WrittenValue[])[]): Promise<void> {
    if (rows.length > 0) await this.#store.insert(this.#begun(), rows)
  }

  async commit(): Promise<void> {
    await this.#store.commit()
    this.#table = null
  }

  async rollback(): Promise<void> {
    this.#table = null
    await this.#store.rollback()
  }

  async drop(table: string): Promise<void> {
    await this.#store.sweep?.(table)
    if (await this.#own(table)) await this.#store.drop(table)
  }

  async count(table: string): Promise<number | null> {
    return (await this.#own(table)) ? this.#store.count(table) : null
  }

  async publish(from: string, to: string): Promise<void> {
    const found = await this.#own(to)
    if (!(await this.#own(from))) throw new Error(`There is no table ${from} to publish.`)
    try {
      await this.#store.swap(from, to, found !== null)
    } catch (error) {
      // Another run may have shown its table meanwhile, which this one takes the place of.
      if (found !== null || (await this.#own(to)) === null) throw error
      await this.#store.swap(from, to, true)
    }
  }

  close(): Promise<void> {
    return this.#store.close()
  }

  #begun(): WrittenTable {
    if (!this.#table) throw new Error('No table was begun.')
    return this.#table
  }

  /** The table of that name; throws when it is not ours. */
  async #own(name: string): Promise<FoundTable | null> {
    const { longest_name } = this.#store
    if (longest_name !== null) refuseLongName(name, longest_name)
    const found = await this.#store.find(name)
    if (found && !found.is_ours) throw foreignTable(name)
    return found
  }

  /** A value that does not fit the new type makes the column a text, which takes all. */
  async #changeType(table: string, column: WrittenColumn): Promise<void> {
    try {
      await this.#store.changeType(table, column)
    } catch (error) {
      if (!(error instanceof RunFailure) || error.retryable) throw error
      await this.#store.changeType(table, { ...column, type: 'text' })
    }
  }

  async #migrate({ name, columns }: WrittenTable, found: FoundTable): Promise<void> {
    const key = (text: string): string => (this.#store.ignores_case ? text.toLowerCase() : text)
    const types = new Map(found.columns.map((column) => [key(column.name), column.type]))
    for (const column of columns) {
      const type = types.get(key(column.name))
      if (type === undefined) await this.#store.addColumn(name, column)
      else if (type !== this.#store.typeWord(column.type)) await this.#changeType(name, column)
    }
  }
}
