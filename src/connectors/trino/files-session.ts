import { RunFailure } from '../../kernel/errors.ts'
import type { ContainerReference } from '../../model/container.ts'
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
import { DeclaredContainer, type Declaring } from './declared-container.ts'
import { changedMeanwhile, reasonAgainst, shownField, type DeclaredField } from './declared-files.ts'
import { holdsInstants } from './declared-types.ts'

/** A partition that relations of a session show. */
interface Read {
  declared: DeclaredContainer
  name: string
  /** True once the server is known to see its file. */
  isSeen: boolean
}

/**
 * Containers of files, whose rows Trino reads from external tables. Which files there are, and what fields, is what the session of the files says;
 * each statement reads exactly those files, and fails when one of them was changed meanwhile.
 */
export class FilesSession implements Session {
  readonly dialect = trino
  readonly #by: Declaring
  readonly #declared = new Map<string, DeclaredContainer>()
  readonly #read = new Map<string, Read>()

  /** Closes all that it is given with itself. */
  constructor(by: Declaring) {
    this.#by = by
  }

  /** Declares a container to the server; why it cannot be, or null. Throws RunFailure for what may pass. */
  async declare(container: ContainerReference): Promise<string | null> {
    const declared = await DeclaredContainer.declare(this.#by, container)
    if (typeof declared === 'string') return declared
    this.#declared.set(container.name, declared)
    return null
  }

  discover(known?: ReadonlyMap<string, KnownContainer>): AsyncIterable<DiscoveredContainer> {
    return this.#by.files.discover(known)
  }

  async describe(container: ContainerReference): ReturnType<Session['describe']> {
    const described = await this.#by.files.describe(container)
    if (!this.#declared.has(container.name)) {
      const reason = await this.declare(container)
      if (reason !== null) throw new RunFailure(`Trino cannot evaluate "${container.name}": ${reason}.`)
    }
    const fields = described.fields.map((field) => {
      const declared = this.#fieldOf(container.name, field.name)
      return declared ? shownField(declared) : field
    })
    return { ...described, fields }
  }

  relation(
    { name }: ContainerReference,
    fields: readonly DiscoveredField[],
    partitions: readonly string[] | 'all',
  ): Relation {
    const declared = this.#declared.get(name)
    if (!declared) throw new Error(`"${name}" was not declared in this session.`)
    const wanted = partitions === 'all' ? null : new Set(partitions)
    const shown = declared.partitions.filter((one) => wanted?.has(one.name) ?? true)
    for (const one of shown)
      if (!this.#read.has(one.name)) this.#read.set(one.name, { declared, name: one.name, isSeen: false })
    const items = fields.map((field) => this.#item(name, field)).join(', ')
    return { kind: 'store', sql: `(${declared.rowsOf(items, shown)}) as rows_of` }
  }

  async stamps(
    container: ContainerReference,
    partitions: readonly string[],
  ): Promise<ReadonlyMap<string, string>> {
    return (await this.#by.files.stamps?.(container, partitions)) ?? new Map()
  }

  async guarantees(
    container: ContainerReference,
    fields: readonly DiscoveredField[],
    partition: string | null,
  ): Promise<ReadonlyMap<string, FieldGuarantee>> {
    const own = fields.map((field) => this.#fieldOf(container.name, field.name)?.own ?? field)
    return (await this.#by.files.guarantees?.(container, own, partition)) ?? new Map()
  }

  fieldsOf(statement: Statement): Promise<DiscoveredField[]> {
    return this.#by.client.fieldsOf(statement)
  }

  async query(statement: Statement): Promise<Rows> {
    await this.#requireSeen()
    try {
      const answer = await this.#by.client.statements.query(statement)
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
      yield* this.#by.client.statements.stream(statement)
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

  /** The tables of the container before are dropped; false where the next one cannot be declared. */
  async renew(next?: ContainerReference): Promise<boolean> {
    const { files, tables } = this.#by
    if (!next || reasonAgainst(next) !== null || !(await files.renew?.(next))) return false
    this.#read.clear()
    this.#declared.clear()
    await tables.drop()
    return (await this.declare(next)) === null
  }

  async close(): Promise<void> {
    const { files, client, tables } = this.#by
    client.close()
    await Promise.all([tables.close(), files.close()])
  }

  #fieldOf(container: string, name: string): DeclaredField | undefined {
    return this.#declared.get(container)?.fields.get(name)
  }

  #item(container: string, field: DiscoveredField): string {
    const declared = this.#fieldOf(container, field.name)
    const name = quoteIdentifier(field.name, this.dialect)
    const column = quoteIdentifier(declared?.name ?? field.name, this.dialect)
    const value = holdsInstants(declared?.own.native_type ?? '') ? `with_timezone(${column}, 'UTC')` : column
    return value === name ? name : `${value} as ${name}`
  }

  /** Throws RunFailure when the server does not see a file that is read, or sees another one: its rows would be missing without a word. */
  async #requireSeen(): Promise<void> {
    const unseen = [...this.#read.values()].filter(({ isSeen }) => !isSeen)
    for (const [declared, read] of Map.groupBy(unseen, (one) => one.declared)) {
      const names = new Set(read.map(({ name }) => name))
      const partitions = declared.partitions.filter(({ name }) => names.has(name))
      const rows = declared.rowsOf('"$path" as file, "$file_size" as size', partitions)
      const { rows: seen } = await this.#by.client.statements.read(
        `select file, size from (${rows}) as files group by file, size`,
      )
      const sizes = new Map(seen.map(([path = null, size = null]) => [String(path), Number(size)]))
      for (const { name, size_bytes } of partitions) {
        const size = sizes.get(declared.pathOf(name))
        if (size === undefined) await this.#requireEmpty(declared, name)
        else if (size !== size_bytes) await this.#refuseOther(declared, name)
      }
      for (const one of read) one.isSeen = true
    }
  }

  /** The server shows no row of the file: it has none, or the server does not see it. */
  async #requireEmpty(declared: DeclaredContainer, name: string): Promise<void> {
    const { files } = this.#by
    const own = [...declared.fields.values()].map((field) => field.own)
    const relation = files.relation(declared.reference, own, [name])
    if (relation.kind !== 'store') throw new Error('Files are read as one relation of their store.')
    const { rows } = await files.query({ sql: `select count(*) from ${relation.sql}`, parameters: [] })
    if (Number(rows[0]?.[0] ?? 0) === 0) return
    await this.#requireUnchanged()
    throw new RunFailure(
      `Trino does not see the file "${declared.pathOf(name)}". The location of the datastore's compute must be its root, and the server be able to read it.`,
    )
  }

  async #refuseOther(declared: DeclaredContainer, name: string): Promise<never> {
    await this.#requireUnchanged()
    throw new RunFailure(
      `Trino sees another file than this service under "${declared.pathOf(name)}". The location of the datastore's compute must be its root.`,
    )
  }

  async #requireUnchanged(): Promise<void> {
    for (const [{ reference }, read] of Map.groupBy(this.#read.values(), ({ declared }) => declared)) {
      const names = read.map(({ name }) => name)
      const changed = (await this.#by.files.changed?.(reference, names)) ?? []
      if (changed.length > 0) throw changedMeanwhile(changed)
    }
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
