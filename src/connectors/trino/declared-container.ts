import { RunFailure } from '../../kernel/errors.ts'
import type { ContainerReference, Partition } from '../../model/container.ts'
import { quoteIdentifier } from '../../sql/quoting.ts'
import type { DiscoveredField } from '../../model/field.ts'
import type { Session } from '../connector.ts'
import { declaredFiles, folderOf, type DeclaredField, type DeclaredFiles } from '../shared/declared-files.ts'
import type { Declared } from '../shared/engine-files-session.ts'
import type { TrinoClient } from './client.ts'
import { declaredType, holdsInstants } from './declared-types.ts'
import type { ScratchTables } from './scratch-tables.ts'
import { trinoText } from './types.ts'

/** Folders of one container at most: each is a table of its own. */
const mostFolders = 20

/** Files that are looked at to find out in which zone a catalog reads times. */
const triedFiles = 3

/** What declares the files of a datastore. */
export interface Declaring {
  /** The session of the files themselves, which lists them and knows their fields. */
  files: Session
  client: TrinoClient
  tables: ScratchTables
  /** The root of the files as the server names it, without a slash at its end. */
  location: string
}

/** A container in external tables, one for each of its folders. */
export class DeclaredContainer implements Declared {
  readonly reference: ContainerReference
  /** Those that hold anything. */
  readonly partitions: readonly Partition[]
  /** By the names that they have in the files. */
  readonly fields: ReadonlyMap<string, DeclaredField>
  readonly #by: Declaring
  /** By their folders below the root. */
  readonly #tables: ReadonlyMap<string, string>

  private constructor(
    reference: ContainerReference,
    { fields, partitions }: DeclaredFiles,
    by: Declaring,
    tables: ReadonlyMap<string, string>,
  ) {
    this.reference = reference
    this.partitions = partitions
    this.fields = new Map(fields.map((field) => [field.own.name, field]))
    this.#by = by
    this.#tables = tables
  }

  /** Declares it; a text says why it cannot be, and RunFailure why not now. */
  static async declare(by: Declaring, container: ContainerReference): Promise<DeclaredContainer | string> {
    const found = await declaredFiles(by.files, container, {
      title: 'Trino',
      typeOf: declaredType,
      mostFolders,
    })
    if (typeof found === 'string') return found
    const tables = await declareFolders(by, found)
    if (typeof tables === 'string') return tables
    const declared = new DeclaredContainer(container, found, by, tables)
    return (await reasonAgainstTimes(by, declared)) ?? declared
  }

  /** The file of a partition as the server names it. */
  pathOf(partition: string): string {
    return `${this.#by.location}/${partition}`
  }

  rowsOf(fields: readonly DiscoveredField[], partitions: readonly Partition[]): string {
    return this.select(fields.map((field) => this.#item(field)).join(', '), partitions)
  }

  async sizesOf(partitions: readonly Partition[]): Promise<ReadonlyMap<string, number>> {
    const rows = this.select('"$path" as file, "$file_size" as size', partitions)
    const { rows: seen } = await this.#by.client.statements.read(
      `select file, size from (${rows}) as files group by file, size`,
    )
    const names = new Map(partitions.map(({ name }) => [this.pathOf(name), name]))
    return new Map(seen.map(([path = null, size = null]) => [names.get(String(path)) ?? '', Number(size)]))
  }

  /** The items of the rows of these partitions, by a statement over each table that has some. */
  select(items: string, partitions: readonly Partition[]): string {
    const byFolder = Map.groupBy(partitions, ({ name }) => folderOf(name))
    const selects = [...this.#tables].flatMap(([folder, table]) => {
      const paths = byFolder.get(folder)?.map(({ name }) => trinoText(this.pathOf(name))) ?? []
      return paths.length === 0 ? [] : `select ${items} from ${table} where "$path" in (${paths.join(', ')})`
    })
    const [first = ''] = this.#tables.values()
    return selects.length === 0 ? `select ${items} from ${first} where 1 = 0` : selects.join(' union all ')
  }

  #item(field: DiscoveredField): string {
    const declared = this.fields.get(field.name)
    const name = quoteIdentifier(field.name, this.#by.client.dialect)
    const column = declared ? quoteIdentifier(columnOf(declared), this.#by.client.dialect) : name
    const value = holdsInstants(declared?.own.native_type ?? '') ? `with_timezone(${column}, 'UTC')` : column
    return value === name ? name : `${value} as ${name}`
  }
}

/** Trino keeps names in lower case. */
const columnOf = ({ own }: DeclaredField): string => own.name.toLowerCase()

/** The tables by their folders; the reason of a server that does not take a column as it is. */
async function declareFolders(
  { tables, location }: Declaring,
  { fields, partitions }: DeclaredFiles,
): Promise<ReadonlyMap<string, string> | string> {
  const found = new Map<string, string>()
  for (const folder of new Set(partitions.map(({ name }) => folderOf(name)))) {
    try {
      const columns = fields.map((field) => ({ name: columnOf(field), type: field.type }))
      found.set(folder, await tables.declare(folder === '' ? location : `${location}/${folder}`, columns))
    } catch (error) {
      if (!(error instanceof RunFailure) || error.retryable) throw error
      return `Trino does not take it (${error.message})`
    }
  }
  return found
}

/**
 * Why its times are not read there; null when they are read as they are, or there are none. A catalog shows instants in a zone of its own (that of
 * its machine unless it is told), which nothing but a known value gives away: the least of a file.
 */
async function reasonAgainstTimes(by: Declaring, declared: DeclaredContainer): Promise<string | null> {
  for (const field of declared.fields.values()) {
    if (field.own.type !== 'Timestamp') continue
    const { name } = field.own
    const isRead = await isReadInUtc(by, declared, field)
    if (isRead === null)
      return `no time of its field "${name}" is known that would show in which zone Trino reads it`
    if (!isRead)
      return `Trino reads the times of its field "${name}" in another zone than UTC; set hive.parquet.time-zone=UTC in the catalog`
  }
  return null
}

/** Null: that is not known. A field without a value in any file is read as it is. */
async function isReadInUtc(
  by: Declaring,
  declared: DeclaredContainer,
  field: DeclaredField,
): Promise<boolean | null> {
  for (const partition of declared.partitions.slice(0, triedFiles)) {
    const least = await leastOf(by.files, declared, field, partition)
    if (least === null) continue
    if (!/^\d{4}-\d{2}-\d{2} \d{2}:\d{2}:\d{2}(?:\.\d{1,6})?$/.test(least)) return null
    const isLeast = `${quoteIdentifier(columnOf(field), by.client.dialect)} = timestamp ${trinoText(least)}`
    const { rows } = await by.client.statements.read(
      `select 1 from (${declared.select('*', [partition])}) as rows_of where ${isLeast} limit 1`,
    )
    return rows.length > 0
  }
  return declared.partitions.length <= triedFiles ? true : null
}

/** The least time of a file in UTC, by its footer where that tells; null: there is none. */
async function leastOf(
  files: Session,
  { reference }: DeclaredContainer,
  { own }: DeclaredField,
  { name }: Partition,
): Promise<string | null> {
  const guaranteed = await files.guarantees?.(reference, [own], name)
  const told = guaranteed?.get(own.name)?.bounds?.least
  if (told != null) return told
  const relation = files.relation(reference, [own], [name])
  if (relation.kind !== 'store') throw new Error('Files are read as one relation of their store.')
  const sql = `select min(${quoteIdentifier(own.name, files.dialect)}) from ${relation.sql}`
  const [[least = null] = []] = (await files.query({ sql, parameters: [] })).rows
  return least === null ? null : String(least).replace(/Z$/, '')
}
