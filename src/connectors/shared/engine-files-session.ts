import { RunFailure } from '../../kernel/errors.ts'
import type { ContainerReference, Partition } from '../../model/container.ts'
import type { DiscoveredField } from '../../model/field.ts'
import type { Relation } from '../../sql/ast.ts'
import type { Dialect } from '../../sql/dialect.ts'
import type { Statement } from '../../sql/print.ts'
import {
  StatementRefused,
  type DiscoveredContainer,
  type FieldGuarantee,
  type KnownContainer,
  type Rows,
  type Session,
} from '../connector.ts'
import { sourceWords } from '../readable.ts'
import {
  changedMeanwhile,
  otherFile,
  reasonAgainst,
  unseenFile,
  type DeclaredField,
} from './declared-files.ts'

/** A container as an engine sees it. */
export interface Declared {
  readonly reference: ContainerReference
  /** Those that hold anything. */
  readonly partitions: readonly Partition[]
  /** By the names that they have in the files. */
  readonly fields: ReadonlyMap<string, DeclaredField>
  /** A query of these fields of the rows of these partitions. */
  rowsOf(fields: readonly DiscoveredField[], partitions: readonly Partition[]): string
  /** Makes there what `rowsOf` has named; left out by engines that have made it before. Throws RunFailure. */
  prepare?(): Promise<void>
  /** The sizes of the files of these partitions by the names of those of which the engine shows a row, bytes. */
  sizesOf(partitions: readonly Partition[]): Promise<ReadonlyMap<string, number>>
  /** The file of a partition as the engine names it. */
  pathOf(partition: string): string
}

/** An engine to which the files of a datastore are declared. */
export interface DeclaringEngine {
  /** Its name for people. */
  title: string
  dialect: Dialect
  client: {
    statements: Pick<Session, 'query' | 'stream'>
    fieldsOf: Session['fieldsOf']
  }
  /** Declares a container; why it cannot be is a text. Throws RunFailure for what may pass. */
  declare(container: ContainerReference): Promise<Declared | string>
  /** Lets go of all that was declared. */
  drop(): Promise<void>
  close(): Promise<void>
  /** True of the words of a refusal that is due to somebody who took away what was declared (default: nobody can). */
  isGone?(words: string): boolean
}

/** A partition that relations of a session show. */
interface Read {
  declared: Declared
  name: string
  /** True once the engine is known to see its file. */
  isSeen: boolean
}

/**
 * Containers of files, whose rows an engine reads. Which files there are, and what fields, is what the session of the files says; each statement
 * reads exactly those files, and fails when one of them was changed meanwhile.
 */
export class EngineFilesSession implements Session {
  readonly dialect: Dialect
  readonly #files: Session
  readonly #engine: DeclaringEngine
  readonly #declared = new Map<string, Declared>()
  readonly #read = new Map<string, Read>()

  /** Closes all that it is given with itself. */
  constructor(files: Session, engine: DeclaringEngine) {
    this.dialect = engine.dialect
    this.#files = files
    this.#engine = engine
  }

  /** Declares a container to the engine; why it cannot be, or null. Throws RunFailure for what may pass. */
  async declare(container: ContainerReference): Promise<string | null> {
    const declared = await this.#engine.declare(container)
    if (typeof declared === 'string') return declared
    this.#declared.set(container.name, declared)
    return null
  }

  discover(known?: ReadonlyMap<string, KnownContainer>): AsyncIterable<DiscoveredContainer> {
    return this.#files.discover(known)
  }

  async describe(container: ContainerReference): ReturnType<Session['describe']> {
    const described = await this.#files.describe(container)
    if (!this.#declared.has(container.name)) {
      const reason = await this.declare(container)
      if (reason !== null)
        throw new RunFailure(`${this.#engine.title} cannot evaluate "${container.name}": ${reason}.`)
    }
    const fields = described.fields.map((field) => {
      const declared = this.#fieldOf(container.name, field.name)
      return declared ? { ...declared.own, native_type: declared.shown } : field
    })
    return { ...described, fields }
  }

  partitionsOf(container: ContainerReference): Partition[] {
    return this.#files.partitionsOf?.(container) ?? []
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
    return { kind: 'store', sql: `(${declared.rowsOf(fields, shown)}) as rows_of` }
  }

  async stamps(
    container: ContainerReference,
    partitions: readonly string[],
  ): Promise<ReadonlyMap<string, string>> {
    return (await this.#files.stamps?.(container, partitions)) ?? new Map()
  }

  async guarantees(
    container: ContainerReference,
    fields: readonly DiscoveredField[],
    partition: string | null,
  ): Promise<ReadonlyMap<string, FieldGuarantee>> {
    const own = fields.map((field) => this.#fieldOf(container.name, field.name)?.own ?? field)
    return (await this.#files.guarantees?.(container, own, partition)) ?? new Map()
  }

  async fieldsOf(statement: Statement): Promise<DiscoveredField[]> {
    await this.#prepare()
    return this.#engine.client.fieldsOf(statement)
  }

  async query(statement: Statement): Promise<Rows> {
    await this.#requireSeen()
    try {
      const answer = await this.#engine.client.statements.query(statement)
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
      yield* this.#engine.client.statements.stream(statement)
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

  /** What was declared of the container before is dropped; false where the next one cannot be declared. */
  async renew(next?: ContainerReference): Promise<boolean> {
    if (!next || reasonAgainst(next) !== null || !(await this.#files.renew?.(next))) return false
    this.#read.clear()
    this.#declared.clear()
    await this.#engine.drop()
    return (await this.declare(next)) === null
  }

  async close(): Promise<void> {
    await Promise.all([this.#engine.close(), this.#files.close()])
  }

  #fieldOf(container: string, name: string): DeclaredField | undefined {
    return this.#declared.get(container)?.fields.get(name)
  }

  async #prepare(): Promise<void> {
    for (const declared of this.#declared.values()) await declared.prepare?.()
  }

  /** Throws RunFailure when the engine does not see a file that is read, or sees another one: its rows would be missing without a word. */
  async #requireSeen(): Promise<void> {
    await this.#prepare()
    const unseen = [...this.#read.values()].filter(({ isSeen }) => !isSeen)
    for (const [declared, read] of Map.groupBy(unseen, (one) => one.declared)) {
      const names = new Set(read.map(({ name }) => name))
      const partitions = declared.partitions.filter(({ name }) => names.has(name))
      const sizes = await declared.sizesOf(partitions)
      for (const { name, size_bytes } of partitions) {
        const size = sizes.get(name)
        if (size === undefined) await this.#requireEmpty(declared, name)
        else if (size !== size_bytes) await this.#refuseOther(declared, name)
      }
      for (const one of read) one.isSeen = true
    }
  }

  /** The engine shows no row of the file: it has none, or the engine does not see it. */
  async #requireEmpty(declared: Declared, name: string): Promise<void> {
    const own = [...declared.fields.values()].map((field) => field.own)
    const relation = this.#files.relation(declared.reference, own, [name])
    if (relation.kind !== 'store') throw new Error('Files are read as one relation of their store.')
    const { rows } = await this.#files.query({ sql: `select count(*) from ${relation.sql}`, parameters: [] })
    if (Number(rows[0]?.[0] ?? 0) === 0) return
    await this.#requireUnchanged()
    throw unseenFile(declared.pathOf(name), this.#engine.title)
  }

  async #refuseOther(declared: Declared, name: string): Promise<never> {
    await this.#requireUnchanged()
    throw otherFile(declared.pathOf(name), this.#engine.title)
  }

  async #requireUnchanged(): Promise<void> {
    for (const [{ reference }, read] of Map.groupBy(this.#read.values(), ({ declared }) => declared)) {
      const names = read.map(({ name }) => name)
      const changed = (await this.#files.changed?.(reference, names)) ?? []
      if (changed.length > 0) throw changedMeanwhile(changed, this.#engine.title)
    }
  }

  /** A statement is not to blame for what somebody took away, nor for files that were changed while it ran. */
  async #blamed(error: unknown): Promise<unknown> {
    if (!(error instanceof StatementRefused)) return error
    await this.#requireUnchanged()
    if (!this.#engine.isGone?.(sourceWords(error))) return error
    const sentence = `What was declared to ${this.#engine.title} for this session is gone; the next try declares it anew.`
    return new RunFailure(sentence, { cause: error, retryable: true })
  }
}
