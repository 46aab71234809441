import { RunFailure } from '../../kernel/errors.ts'
import type { ContainerReference, Partition } from '../../model/container.ts'
import type { DiscoveredField } from '../../model/field.ts'
import type { Session } from '../connector.ts'

/** A type in which a column of files is declared. */
export interface DeclaredType {
  type: string
  /** The type as sessions of the engine show it. */
  shown: string
}

/** A field of the files with the type in which it is declared; its own name and type are those of the files. */
export interface DeclaredField extends DeclaredType {
  own: DiscoveredField
}

/** What an engine takes. */
export interface Taking {
  /** Its name for people. */
  title: string
  /** The type for a column that has this type in DuckDB; null where the engine would read other values, or has none for it. */
  typeOf(native: string): DeclaredType | null
  /** Folders of one container at most (default: any number). */
  mostFolders?: number
}

/** A container as it can be declared: its fields, and its files that hold anything. */
export interface DeclaredFiles {
  fields: DeclaredField[]
  partitions: Partition[]
}

/** Why a container of this name is never declared; null: its files tell. */
export function reasonAgainst({ name, computation }: ContainerReference): string | null {
  if (computation) return 'it is computed'
  return /\.(?:csv|tsv|tab|psv|txt|dat|json|ndjson|jsonl|geojson)(?:\.gz)?$/i.test(name) ? noParquet : null
}

const noParquet = 'only Parquet files are declared to an engine'

/** What is declared of the container; a text says why it cannot be. */
export async function declaredFiles(
  files: Session,
  container: ContainerReference,
  taking: Taking,
): Promise<DeclaredFiles | string> {
  const against = reasonAgainst(container)
  if (against !== null) return against
  const described = await files.describe(container)
  const partitions = described.partitions.filter(({ size_bytes }) => size_bytes !== 0)
  const names = partitions.map(({ name }) => name)
  return reasonAgainstFiles(names, taking) ?? fieldsOf(described.fields, partitions, taking)
}

function reasonAgainstFiles(
  names: readonly string[],
  { title, mostFolders = Infinity }: Taking,
): string | null {
  if (names.length === 0) return 'its files are empty'
  if (!names.every((name) => /\.parquet$/i.test(name))) return noParquet
  const parts = names.flatMap((name) => name.split('/'))
  if (names.some((name) => folderOf(name).includes('='))) return 'its folders hold values of fields'
  if (parts.some((part) => /^[._]/.test(part)))
    return `${title} passes over names that begin with an underscore`
  return new Set(names.map(folderOf)).size > mostFolders
    ? `its files are in more than ${mostFolders} folders`
    : null
}

function fieldsOf(
  found: readonly DiscoveredField[],
  partitions: Partition[],
  { typeOf }: Taking,
): DeclaredFiles | string {
  const fields: DeclaredField[] = []
  for (const own of found) {
    const declared = typeOf(own.native_type)
    if (declared === null)
      return `its field "${own.name}" has the type ${own.native_type}, which is not declared`
    fields.push({ own, ...declared })
  }
  if (new Set(fields.map(({ own }) => own.name.toLowerCase())).size < fields.length)
    return 'the names of two of its fields differ only in letter case'
  return { fields, partitions }
}

/** The folder of a file below the root, empty for the root itself. */
export const folderOf = (file: string): string => file.slice(0, Math.max(file.lastIndexOf('/'), 0))

/** The failure of a unit one of whose files the engine does not find. */
export const unseenFile = (path: string, title: string): RunFailure =>
  new RunFailure(
    `${title} does not see the file "${path}". The location of the datastore's compute must be its root, and the server be able to read it.`,
  )

/** The failure of a unit one of whose files is another one for the engine. */
export const otherFile = (path: string, title: string): RunFailure =>
  new RunFailure(
    `${title} sees another file than this service under "${path}". The location of the datastore's compute must be its root.`,
  )

/** The failure of a unit that read files which were changed meanwhile; the next try reads them as they are then. */
export const changedMeanwhile = (names: readonly string[], title: string): RunFailure =>
  new RunFailure(
    `The file "${names[0] ?? ''}" was changed or removed while ${title} read it${names.length > 1 ? `, and so were ${names.length - 1} more` : ''}.`,
    { retryable: true },
  )
