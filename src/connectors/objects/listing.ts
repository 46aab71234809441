import { join } from 'node:path'
import {
  formatOf,
  isPassedOver,
  keepTable,
  sorted,
  whyUnread,
  type FileListing,
  type LocalFile,
} from '../local/files.ts'
import type { ObjectClient } from './client.ts'
import { listObjects } from './list-objects.ts'
import type { ListedObject } from './protocol.ts'

/** A file in the scratch folder whose bytes are an object's. */
export interface ObjectFile extends LocalFile {
  key: string
  etag: string
}

/**
 * The objects below the prefix as files of a folder. `root` is where they will be; `bring` brings the log of a Delta table, which
 * tells its files.
 */
export async function listFiles(
  client: ObjectClient,
  root: string,
  bring: (files: readonly ObjectFile[]) => Promise<void>,
): Promise<FileListing & { files: ObjectFile[] }> {
  const listing: FileListing = { files: [], refused: [], tables: [], skipped: [] }
  const objects = new Map<string, ObjectFile>()
  const logs: ObjectFile[] = []
  const { place } = client
  for await (const object of listObjects(client)) {
    if (!object.key.startsWith(place.prefix)) continue
    const name = object.key.slice(place.prefix.length)
    // Consoles make an empty object for a folder.
    if (name === '' || name.endsWith('/')) continue
    const file = fileOf(client, object, name, root)
    if (isLog.test(name)) logs.push(file)
    else if (!name.split('/').some(isHidden)) addFile(file, object, listing, objects)
  }
  refuseNested(listing, objects)
  await keepTables(root, logs, listing, bring)
  sorted(listing)
  return { ...listing, files: listing.files.flatMap(({ name }) => objects.get(name) ?? []) }
}

const isLog = /(?:^|\/)_delta_log\/\d{20}\.json$/
const isHidden = (part: string): boolean => part !== '.' && part !== '..' && isPassedOver(part)

function fileOf(client: ObjectClient, object: ListedObject, name: string, root: string): ObjectFile {
  const { key, size_bytes, last_modified, etag } = object
  return {
    name,
    path: join(root, name),
    format: formatOf(name) ?? 'separated',
    is_gzip: /\.gz$/i.test(name),
    size_bytes,
    last_modified,
    stamp: `${etag} ${size_bytes} ${last_modified}`,
    place: `${client.identity} ${key}`,
    key,
    etag,
  }
}

function addFile(
  file: ObjectFile,
  { archived_as }: ListedObject,
  listing: FileListing,
  objects: Map<string, ObjectFile>,
): void {
  const { name } = file
  const parts = name.split('/')
  if (!formatOf(name)) listing.skipped.push({ name, reason: whyUnread(parts.at(-1) ?? name) })
  else if (parts.some((part) => isNoFileName(part)) || Buffer.byteLength(name) > 2000)
    listing.refused.push({
      name,
      reason: `The object "${name}" has a key that is no path of a file; it is read once it has another one.`,
    })
  else if (archived_as !== null)
    listing.refused.push({
      name,
      reason: `The object "${name}" is archived (${archived_as}) and cannot be read before it is restored.`,
    })
  else {
    objects.set(name, file)
    listing.files.push(file)
  }
}

/** Parts of a path that a file system takes for something else, or does not take. */
function isNoFileName(part: string): boolean {
  return ['', '.', '..'].includes(part) || Buffer.byteLength(part) > 240 || /\p{Cc}/u.test(part)
}

/** In a bucket `a.csv` may stand beside `a.csv/b.csv`; in a folder it cannot. */
function refuseNested(listing: FileListing, objects: Map<string, ObjectFile>): void {
  const isNested = (name: string): boolean => {
    const parts = name.split('/')
    return parts.slice(1).some((_, index) => objects.has(parts.slice(0, index + 1).join('/')))
  }
  for (const { name } of listing.files.filter((file) => isNested(file.name)))
    listing.refused.push({
      name,
      reason: `The object "${name}" lies below a key that is an object itself; it is read once it has another key.`,
    })
  const refused = new Set(listing.refused.map(({ name }) => name))
  listing.files = listing.files.filter(({ name }) => !refused.has(name))
}

async function keepTables(
  root: string,
  logs: readonly ObjectFile[],
  listing: FileListing,
  bring: (files: readonly ObjectFile[]) => Promise<void>,
): Promise<void> {
  const folders = new Set(logs.map(({ name }) => name.replace(/\/?_delta_log\/[^/]*$/, '')))
  await bring(logs)
  for (const folder of folders) await keepTable(root, folder, listing)
}
