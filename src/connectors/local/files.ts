import type { BigIntStats, Dirent } from 'node:fs'
import { lstat, readdir, realpath } from 'node:fs/promises'
import { join } from 'node:path'
import { RunFailure } from '../../kernel/errors.ts'
import type { FileLayout, Partition } from '../../model/container.ts'
import type { FilePattern } from '../../model/datastore.ts'
import { liveFiles, UnreadDelta } from './delta-log.ts'
import { settledStamp } from '../shared/file-stamps.ts'
import { inParallel } from '../shared/in-parallel.ts'
import { isWithin } from '../shared/paths.ts'

/** The format of a file's rows; every kind of separated text is `separated`. */
type FileFormat = FileLayout['format']

/** A file below the root that a container can be made of. */
export interface LocalFile {
  /** Path below the root with `/` between folders; the name of its partition. */
  name: string
  /** Its real, absolute path. */
  path: string
  format: FileFormat
  is_gzip: boolean
  size_bytes: number
  last_modified: string
  /** Another text whenever the bytes are others; null where that cannot be told. */
  stamp: string | null
  /** Where it comes from, when its path is one in the scratch folder of a session (default: it was there before). */
  place?: string
}

/** The content of a root: files that can be read, and entries that are refused with the reason. */
export interface FileListing {
  files: LocalFile[]
  refused: { name: string; reason: string }[]
  /** Folders that are one table each, as containers of their files. */
  tables: FilePattern[]
  /** The entries that are passed over, with a sentence that says why. */
  skipped: { name: string; reason: string }[]
}

const formats: [pattern: RegExp, format: FileFormat][] = [
  [/\.(?:csv|tsv|tab|psv|txt|dat)(?:\.gz)?$/i, 'separated'],
  [/\.(?:json|ndjson|jsonl|geojson)(?:\.gz)?$/i, 'json'],
  [/\.parquet$/i, 'parquet'],
]

/** Undefined for a file that no container is made of. */
export function formatOf(name: string): FileFormat | undefined {
  return formats.find(([pattern]) => pattern.test(name))?.[1]
}

/**
 * Lists a root (a real path) and its sub-folders, sorted by name. Hidden entries and unknown extensions are left out;
 * a link to a file inside the root counts as that file, a link to a folder is not followed. `settled_seconds`: see SessionBounds.
 */
export async function listFiles(root: string, settled_seconds = 5): Promise<FileListing> {
  const listing: FileListing = { files: [], refused: [], tables: [], skipped: [] }
  await listFolder({ root, settled_seconds }, '', listing)
  return sorted(listing)
}

/** The listing with all of its parts in the order of their names. */
export function sorted(listing: FileListing): FileListing {
  const byName = (left: { name: string }, right: { name: string }) => (left.name < right.name ? -1 : 1)
  listing.files.sort(byName)
  listing.refused.sort(byName)
  listing.skipped.sort(byName)
  return listing
}

/** A folder may have thousands, and each waits for the disk, or for a server behind it. */
const filesAtOnce = 16

/** Where files are listed. */
interface Listed {
  root: string
  settled_seconds: number
}

async function listFolder(listed: Listed, folder: string, listing: FileListing): Promise<void> {
  const { root } = listed
  let entries
  try {
    entries = await readdir(join(root, folder), { withFileTypes: true })
  } catch (cause) {
    if (folder === '') throw notListed(cause)
    listing.refused.push({ name: folder, reason: `The folder "${folder}" may not be read by this service.` })
    return
  }
  const files: { name: string; isLink: boolean }[] = []
  for (const entry of entries) {
    if (isPassedOver(entry.name)) continue
    const name = folder === '' ? entry.name : `${folder}/${entry.name}`
    if (entry.isDirectory()) await listFolder(listed, name, listing)
    else if (formatOf(name) && (entry.isFile() || entry.isSymbolicLink())) {
      files.push({ name, isLink: entry.isSymbolicLink() })
    } else listing.skipped.push({ name, reason: whySkipped(entry) })
  }
  await inParallel(filesAtOnce, files, (file) => listFile(listed, file, listing))
  const isTable = entries.some((entry) => entry.name === '_delta_log' && entry.isDirectory())
  if (isTable) await keepTable(root, folder, listing)
}

/** The root was there a moment ago; the system's own words name its path. */
function notListed(cause: unknown): RunFailure {
  const code = cause instanceof Error && 'code' in cause ? ` (${String(cause.code)})` : ''
  const sentence = `The folder of the datastore could not be listed${code}. See whether its disk is there.`
  return new RunFailure(sentence, { cause, retryable: true })
}

/** Leaves of a folder that is a Delta table the files of its newest version, as one container. */
export async function keepTable(root: string, folder: string, listing: FileListing): Promise<void> {
  const prefix = folder === '' ? '' : `${folder}/`
  const found = new Set(listing.files.map(({ name }) => name))
  try {
    const live = await liveFiles(join(root, folder, '_delta_log'))
    if ([...live].some((name) => !found.has(prefix + name)))
      throw new UnreadDelta('is a Delta table of which files are missing.')
    listing.files = listing.files.filter(
      ({ name }) => !name.startsWith(prefix) || live.has(name.slice(prefix.length)),
    )
    listing.tables.push({ name: folder === '' ? 'table' : folder, pattern: `${prefix}**` })
  } catch (error) {
    const reason = error instanceof UnreadDelta ? error.message : 'is a Delta table whose log cannot be read.'
    listing.files = listing.files.filter(({ name }) => !name.startsWith(prefix))
    listing.refused.push({
      name: folder === '' ? 'table' : folder,
      reason: `The folder "${folder}" ${reason}`,
    })
  }
}

/** The files that Spark, Hive and Delta write beside their data. */
const isBookkeeping = /^_(?:SUCCESS|metadata|common_metadata|temporary|delta_log|started|committed)/

/** True for what is not even named: hidden entries, and what Spark, Hive and Delta write beside their data. */
export const isPassedOver = (entry: string): boolean => entry.startsWith('.') || isBookkeeping.test(entry)

function whySkipped(entry: Dirent): string {
  if (entry.isSymbolicLink() && !/\.\w+$/.test(entry.name)) return 'A link to a folder is not followed.'
  return whyUnread(entry.name)
}

/** Why no container is made of a file of this name. */
export function whyUnread(name: string): string {
  if (/\.(?:xlsx?|xlsm|ods)$/i.test(name)) {
    return 'A workbook is not read; save each of its sheets as a CSV file.'
  }
  if (/\.(?:zip|tar|7z|bz2|xz|zst|rar)$/i.test(name)) {
    return 'This kind of compression is not read; unpack it, or pack each file with gzip.'
  }
  if (/\.(?:avro|orc)$/i.test(name)) return 'This format is not read; write it as Parquet.'
  return 'Its extension is none of those that are read.'
}

async function listFile(
  { root, settled_seconds }: Listed,
  { name, isLink }: { name: string; isLink: boolean },
  listing: FileListing,
): Promise<void> {
  const format = formatOf(name)
  let path: string
  let stats: BigIntStats
  try {
    const found = join(root, name)
    // The folder is a real one, so only a link leads elsewhere.
    path = isLink ? await realpath(found) : found
    stats = await lstat(path, { bigint: true })
  } catch {
    listing.refused.push({ name, reason: `The file "${name}" is a link that leads nowhere.` })
    return
  }
  if (!isWithin(path, root)) {
    listing.refused.push({
      name,
      reason: `The file "${name}" is a link that leads outside the datastore's folder; such links are not followed.`,
    })
  } else if (format && stats.isFile()) {
    listing.files.push({
      name,
      path,
      format,
      is_gzip: /\.gz$/i.test(path),
      size_bytes: Number(stats.size),
      last_modified: stats.mtime.toISOString(),
      stamp: settledStamp(stats, settled_seconds),
    })
  }
}

/** A file as the partition that it is. */
export function partitionOf({ name, size_bytes, last_modified }: LocalFile): Partition {
  return { name, size_bytes, last_modified }
}

/** True when two listings show the same file with the same bytes, as far as they can tell: one of a file not yet at rest has no stamp. */
export function isSameFile(before: LocalFile, after: LocalFile | undefined): boolean {
  if (before.size_bytes !== after?.size_bytes || before.last_modified !== after.last_modified) return false
  return before.stamp === null || after.stamp === null || before.stamp === after.stamp
}
