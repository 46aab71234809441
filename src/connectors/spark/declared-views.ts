import { RunFailure } from '../../kernel/errors.ts'
import type { ContainerReference, Partition } from '../../model/container.ts'
import type { DiscoveredField } from '../../model/field.ts'
import { quoteIdentifier } from '../../sql/quoting.ts'
import type { Rows, Session } from '../connector.ts'
import {
  changedMeanwhile,
  declaredFiles,
  otherFile,
  unseenFile,
  type DeclaredField,
  type DeclaredFiles,
} from '../shared/declared-files.ts'
import type { Declared } from '../shared/engine-files-session.ts'
import type { SparkClient } from './client.ts'
import { declaredType } from './declared-types.ts'
import type { Plan, Relation } from './protocol.ts'
import { SparkRefusal } from './refusal.ts'

/** What declares the files of a datastore. */
export interface Declaring {
  /** The session of the files themselves, which lists them and knows their fields. */
  files: Session
  client: SparkClient
  /** The root of the files as the server names it, without a slash at its end. */
  location: string
  /** How many views the session has. */
  views: number
}

/** Partitions that are read together, by a view of the session. */
interface View {
  name: string
  partitions: readonly Partition[]
  isMade: boolean
}

/** A container in views that the session alone has, one for each choice of its files. */
export class DeclaredViews implements Declared {
  readonly reference: ContainerReference
  readonly partitions: readonly Partition[]
  readonly fields: ReadonlyMap<string, DeclaredField>
  readonly #by: Declaring
  readonly #schema: string
  /** By the names of their partitions. */
  readonly #views = new Map<string, View>()

  private constructor(reference: ContainerReference, { fields, partitions }: DeclaredFiles, by: Declaring) {
    this.reference = reference
    this.partitions = partitions
    this.fields = new Map(fields.map((field) => [field.own.name, field]))
    this.#by = by
    this.#schema = fields
      .map(({ own, type }) => `${quoteIdentifier(own.name, by.client.dialect)} ${type}`)
      .join(', ')
  }

  /** Declares it; a text says why it cannot be, and RunFailure why not now. */
  static async declare(by: Declaring, container: ContainerReference): Promise<DeclaredViews | string> {
    const found = await declaredFiles(by.files, container, { title: 'Spark', typeOf: declaredType })
    if (typeof found === 'string') return found
    const declared = new DeclaredViews(container, found, by)
    return (await declared.#reasonAgainst()) ?? declared
  }

  pathOf(partition: string): string {
    return `${this.#by.location}/${partition}`
  }

  rowsOf(fields: readonly DiscoveredField[], partitions: readonly Partition[]): string {
    const items = fields.map(({ name }) => quoteIdentifier(name, this.#by.client.dialect)).join(', ')
    // A view of no files is refused.
    const { name } = this.#viewOf(partitions.length === 0 ? this.partitions.slice(0, 1) : partitions)
    return `select ${items} from ${name}${partitions.length === 0 ? ' where 1 = 0' : ''}`
  }

  async prepare(): Promise<void> {
    for (const view of this.#views.values()) {
      if (view.isMade) continue
      const { name, partitions } = view
      const create_dataframe_view = { input: this.#read(partitions), name, replace: true } as const
      await this.#execute({ command: { create_dataframe_view } }, partitions)
      view.isMade = true
    }
  }

  async sizesOf(partitions: readonly Partition[]): Promise<ReadonlyMap<string, number>> {
    const members = ['_metadata.file_path', '_metadata.file_size']
    const expressions = members.map((unparsed_identifier) => ({
      unresolved_attribute: { unparsed_identifier },
    }))
    const input: Relation = { project: { input: this.#read(partitions), expressions } }
    const plan: Plan = { root: { deduplicate: { input, all_columns_as_keys: true } } }
    const { rows } = await this.#execute(plan, partitions)
    const names = new Map(partitions.map(({ name }) => [withoutScheme(this.pathOf(name)), name]))
    return new Map(
      rows.map(([path, size]) => [names.get(withoutScheme(plainPath(String(path)))) ?? '', Number(size)]),
    )
  }

  /** What the reader of the server does not take shows in the first row. Throws RunFailure for a file that it does not find. */
  async #reasonAgainst(): Promise<string | null> {
    const [first] = this.partitions
    if (!first) return null
    try {
      await this.#execute({ root: { limit: { input: this.#read([first]), limit: 1 } } }, [first])
      return null
    } catch (error) {
      const refusal = refusalBehind(error)
      if (!refusal || !doesNotTake.test(refusal.errorClass)) throw error
      // It may be another file.
      const size = (await this.sizesOf([first])).get(first.name)
      if (size === first.size_bytes) return `Spark does not take it (${refusal.message})`
      await this.#requireUnchanged([first])
      throw otherFile(this.pathOf(first.name), 'Spark')
    }
  }

  /** A plan over these partitions. Throws RunFailure, also for a file that the server does not find. */
  async #execute(plan: Plan, partitions: readonly Partition[]): Promise<Rows> {
    try {
      return await this.#by.client.execute(plan, `what is in "${this.reference.name}"`)
    } catch (error) {
      if (refusalBehind(error)?.errorClass !== 'PATH_NOT_FOUND') throw error
      await this.#requireUnchanged(partitions)
      const [first] = partitions
      throw unseenFile(
        partitions.length === 1 && first ? this.pathOf(first.name) : this.#by.location,
        'Spark',
      )
    }
  }

  async #requireUnchanged(partitions: readonly Partition[]): Promise<void> {
    const names = partitions.map(({ name }) => name)
    const changed = (await this.#by.files.changed?.(this.reference, names)) ?? []
    if (changed.length > 0) throw changedMeanwhile(changed, 'Spark')
  }

  #viewOf(partitions: readonly Partition[]): View {
    const key = JSON.stringify(partitions.map(({ name }) => name))
    const known = this.#views.get(key)
    if (known) return known
    this.#by.views += 1
    const view = { name: `assay_files_${this.#by.views}`, partitions, isMade: false }
    this.#views.set(key, view)
    return view
  }

  /** The server takes paths for patterns, in which a backslash makes of a character what it is in a name. */
  #read(partitions: readonly Partition[]): Relation {
    return {
      read: {
        data_source: {
          format: 'parquet',
          schema: this.#schema,
          paths: partitions.map(({ name }) => this.pathOf(name).replaceAll(/[\\{}[\]*?]/g, String.raw`\$&`)),
        },
      },
    }
  }
}

/** Classes of errors of a file that is there and whose columns are read otherwise than they are declared. */
const doesNotTake = /^FAILED_READ_FILE\.(?:PARQUET|UNSUPPORTED)|PARQUET_CONVERSION|UNSUPPORTED/

/** What the server itself said. */
function refusalBehind(error: unknown): SparkRefusal | null {
  const cause = error instanceof RunFailure ? error.cause : null
  return cause instanceof SparkRefusal ? cause : null
}

/** The server shows a path as a URI, whose octets may be escaped. */
function plainPath(shown: string): string {
  try {
    return decodeURIComponent(shown)
  } catch {
    return shown
  }
}

/** One slash, or three, may follow the scheme of a path without a host. */
const withoutScheme = (path: string): string => path.replace(/^[a-z][a-z0-9+.-]*:\/*/, '')
