import { RunFailure } from '../../kernel/errors.ts'
import type { ContainerReference, Partition } from '../../model/container.ts'
import type { DiscoveredField } from '../../model/field.ts'
import type { Relation } from '../../sql/ast.ts'
import { trino } from '../../sql/dialects/trino.dialect.ts'
import { quoteIdentifier, type Statement } from '../../sql/print.ts'
import {
  StatementRefused,
  type DiscoveredContainer,
  type FieldGuarantee,
  type KnownContainer,
  type Rows,
  type Session,
} from '../connector.ts'
import { sourceWords } from '../readable.ts'
import type { TrinoClient } from './client.ts'
import {
  changedMeanwhile,
  folderOf,
  shownField,
  type DeclaredField,
  type DeclaredFiles,
} from './declared-files.ts'
import { holdsInstants } from './declared-types.ts'
import type { ScratchTables } from './scratch-tables.ts'
import { trinoText } from './types.ts'

/** What a session reads with, and closes. */
interface Parts {
  /** The session of the files themselves, which lists them and knows their fields. */
  files: Session
  client: TrinoClient
  tables: ScratchTables
}

/** A container in external tables. */
interface Declared extends DeclaredFiles {
  container: string
  /** Of the root, without a slash at its end. */
  location: string
  /** The tables by their folders below the root. */
  tableOf: ReadonlyMap<string, string>
}

/**
 * One container of files, whose rows Trino reads from external tables. Which files there are, and what fields, is what the session of the files says;
 * each statement reads exactly those files, and fails when one of them was changed meanwhile.
 */
export class FilesSession implements Session {
  readonly dialect = trino
  readonly #parts: Parts
  readonly #declared: Declared
  readonly #fields: ReadonlyMap<string, DeclaredField>
  /** Partitions that relations of this session show, with true once the server is known to see their files. */
  readonly #read = new Map<string, boolean>()

  constructor(parts: Parts, declared: Declared) {
    this.#parts = parts
    this.#declared = declared
    this.#fields = new Map(declared.fields.map((field) => [field.own.name, field]))
  }

  discover(known?: ReadonlyMap<string, KnownContainer>): AsyncIterable<DiscoveredContainer> {
    return this.#parts.files.discover(known)
  }

  async describe(container: ContainerReference): ReturnType<Session['describe']> {
    const described = await this.#parts.files.describe(container)
    const fields = described.fields.map((field) => {
      const declared = this.#fields.get(field.name)
      return declared ? shownField(declared) : field
    })
    return { ...described, fields }
  }

  relation(
    { name }: ContainerReference,
    fields: readonly DiscoveredField[],
    partitions: readonly string[] | 'all',
  ): Relation {
    if (name !== this.#declared.container)
      throw new Error(`A session on "${this.#declared.container}" was asked for "${name}".`)
    const wanted = partitions === 'all' ? null : new Set(partitions)
    const shown = this.#declared.partitions.filter((one) => wanted?.has(one.name) ?? true)
    for (const one of shown) this.#read.set(one.name, this.#read.get(one.name) ?? false)
    const items = fields.map((field) => this.#item(field)).join(', ')
    return { kind: 'store', sql: `(${this.#rowsOf(items, shown)}) as rows_of` }
  }

  async stamps(
    container: ContainerReference,
    partitions: readonly string[],
  ): Promise<ReadonlyMap<string, string>> {
    return (await this.#parts.files.stamps?.(container, partitions)) ?? new Map()
  }

  async guarantees(
    container: ContainerReference,
    fields: readonly DiscoveredField[],
    partition: string | null,
  ): Promise<ReadonlyMap<string, FieldGuarantee>> {
    const own = fields.map((field) => this.#fields.get(field.name)?.own ?? field)
    return (await this.#parts.files.guarantees?.(container, own, partition)) ?? new Map()
  }

  fieldsOf(statement: Statement): Promise<DiscoveredField[]> {
    return this.#parts.client.fieldsOf(statement)
  }

  async query(statement: Statement): Promise<Rows> {
    await this.#requireSeen()
    try {
      const answer = await this.#parts.client.statements.query(statement)
      await this.#requireUnchanged()
      return answer
    } catch (error) {
      throw await this.#blamed(error)
    }
  }

  async *stream(statement: Statement): AsyncGenerator<Rows> {
    await this.#requireSeen()
    let isOver = false
    try {
      yield* this.#parts.client.statements.stream(statement)
      isOver = true
      await this.#requireUnchanged()
    } catch (error) {
      isOver = true
      throw await this.#blamed(error)
    } finally {
      // A reader that left early keeps what it has read.
      if (!isOver) await this.#requireUnchanged()
    }
  }

  async close(): Promise<void> {
    const { files, client, tables } = this.#parts
    client.close()
    await Promise.all([tables.close(), files.close()])
  }

  #item(field: DiscoveredField): string {
    const declared = this.#fields.get(field.name)
    const name = quoteIdentifier(field.name, this.dialect)
    const column = quoteIdentifier(declared?.name ?? field.name, this.dialect)
    const value = holdsInstants(declared?.own.native_type ?? '') ? `with_timezone(${column}, 'UTC')` : column
    return value === name ? name : `${value} as ${name}`
  }

  /** The items of the rows of these partitions, by a statement over each table that has some. */
  #rowsOf(items: string, partitions: readonly Partition[]): string {
    const { location, tableOf } = this.#declared
    const byFolder = Map.groupBy(partitions, ({ name }) => folderOf(name))
    const selects = [...tableOf].flatMap(([folder, table]) => {
      const paths = byFolder.get(folder)?.map(({ name }) => trinoText(`${location}/${name}`)) ?? []
      return paths.length === 0 ? [] : `select ${items} from ${table} where "$path" in (${paths.join(', ')})`
    })
    const [first = ''] = tableOf.values()
    return selects.length === 0 ? `select ${items} from ${first} where 1 = 0` : selects.join(' union all ')
  }

  /** Throws RunFailure when the server does not see a file that is read, or sees another one: the rows of it would be missing without a word. */
  async #requireSeen(): Promise<void> {
    const names = [...this.#read].flatMap(([name, isSeen]) => (isSeen ? [] : name))
    if (names.length === 0) return
    const { container, location, partitions } = this.#declared
    const unseen = partitions.filter(({ name }) => names.includes(name))
    const { rows } = await this.#parts.client.statements.read(
      `select file, size, count(*) from (${this.#rowsOf('"$path" as file, "$file_size" as size', unseen)}) as files group by file, size`,
    )
    const sizes = new Map(rows.map(([path = null, size = null]) => [String(path), Number(size)]))
    for (const { name, size_bytes } of unseen) {
      const size = sizes.get(`${location}/${name}`)
      if (size !== undefined && size !== size_bytes) {
        await this.#requireUnchanged()
        throw new RunFailure(
          `Trino sees another file than this service under "${location}/${name}"; the location of the datastore's compute must be its root.`,
        )
      }
      if (size === undefined) await this.#requireEmpty(container, name)
      this.#read.set(name, true)
    }
  }

  /** The server shows no row of the file: it has none, or the server does not see it. */
  async #requireEmpty(container: string, name: string): Promise<void> {
    const { files } = this.#parts
    const reference: ContainerReference = { name: container, container_type: 'file', file_options: {} }
    const own = this.#declared.fields.map((field) => field.own)
    const relation = files.relation(reference, own, [name])
    if (relation.kind !== 'store') throw new Error('Files are read as one relation of their store.')
    const { rows } = await files.query({ sql: `select count(*) from ${relation.sql}`, parameters: [] })
    if (Number(rows[0]?.[0] ?? 0) === 0) return
    throw new RunFailure(
      `Trino does not see the file "${this.#declared.location}/${name}"; the location of the datastore's compute must be its root, and the account must be able to read it.`,
    )
  }

  async #requireUnchanged(): Promise<void> {
    const { container } = this.#declared
    const reference: ContainerReference = { name: container, container_type: 'file', file_options: {} }
    const changed = (await this.#parts.files.changed?.(reference, [...this.#read.keys()])) ?? []
    if (changed.length > 0) throw changedMeanwhile(changed)
  }

  /** A statement is not to blame for a table that somebody dropped, nor for files that were changed while it ran. */
  async #blamed(error: unknown): Promise<unknown> {
    if (!(error instanceof StatementRefused)) return error
    await this.#requireUnchanged()
    if (!/\bassay_files_\w+' does not exist/.test(sourceWords(error))) return error
    const sentence =
      'A table that was declared to Trino for this session is gone; the next try declares it anew.'
    return new RunFailure(sentence, { cause: error, retryable: true })
  }
}
