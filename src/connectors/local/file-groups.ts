import type { FilePattern } from '../../model/datastore.ts'
import { groupByPattern, matchGlob, matchPattern } from './file-patterns.ts'

/** A container and the names of its files. */
export interface FileGroup {
  name: string
  files: string[]
  /** Why these files are no part of a larger group that their names would make; null when they are not such. */
  remark: string | null
}

/**
 * Of two files of one container, the one with more columns shares at least this part of them with the other; and each file has at least
 * this part of the columns that all have together.
 */
const leastShared = 0.5

/**
 * Groups files into containers: first by what people defined, then by names that are alike, as long as the columns are.
 * `isKnown` tells the patterns that were containers before; they stay, whatever columns a new file of theirs has.
 * `columnsOf` is null for a file whose columns cannot be told.
 */
export async function groupFiles(
  names: readonly string[],
  defined: readonly FilePattern[],
  isKnown: (pattern: string) => boolean,
  columnsOf: (name: string) => Promise<string[] | null>,
): Promise<FileGroup[]> {
  const groups: FileGroup[] = []
  let free = [...names]
  for (const pattern of defined) {
    const files = matchGlob(pattern, free)
    if (files.length === 0) continue
    groups.push({ name: pattern.name ?? pattern.pattern, files, remark: null })
    free = without(free, files)
  }
  for (const [name, files] of groupByPattern(free)) {
    const other = isKnown(name) ? null : await firstUnlike(files, columnsOf)
    if (other === null) groups.push({ name, files, remark: null })
    else
      groups.push(
        ...files.map((file) => ({ name: file, files: [file], remark: columnsRemark(file, files, other) })),
      )
  }
  const places = new Map(names.map((name, place) => [name, place]))
  const placeOf = ({ files: [first = ''] }: FileGroup): number => places.get(first) ?? -1
  return groups.toSorted((left, right) => placeOf(left) - placeOf(right))
}

/** The names of the files that a container's name stands for; `groupFiles` gave it the same, but for files that came since. */
export function filesOfGroup(
  container: string,
  names: readonly string[],
  defined: readonly FilePattern[],
): string[] {
  let free = [...names]
  for (const pattern of defined) {
    const files = matchGlob(pattern, free)
    if (container === (pattern.name ?? pattern.pattern)) return files
    free = without(free, files)
  }
  return matchPattern(container, free)
}

function without(names: readonly string[], taken: readonly string[]): string[] {
  const gone = new Set(taken)
  return names.filter((name) => !gone.has(name))
}

function columnsRemark(file: string, files: readonly string[], other: string): string | null {
  if (file !== files[0]) return null
  return `The files "${file}" and "${other}" have names alike and columns that differ, so each of the ${files.length} files is a container of its own. A pattern in file_patterns of the datastore makes them one.`
}

/** The first file that shares too few columns with the first whose columns can be told, or brings too many new ones; null when none is such. */
async function firstUnlike(
  files: readonly string[],
  columnsOf: (name: string) => Promise<string[] | null>,
): Promise<string | null> {
  if (files.length === 1) return null
  let first: Set<string> | null = null
  const all = new Set<string>()
  let fewest = Number.POSITIVE_INFINITY
  for (const file of files) {
    const columns = await columnsOf(file)
    if (columns === null) continue
    const keys = new Set(columns.map((column) => column.toLowerCase()))
    first ??= keys
    const shared = first.intersection(keys).size
    for (const key of keys) all.add(key)
    fewest = Math.min(fewest, keys.size)
    if (shared < leastShared * Math.max(first.size, keys.size) || fewest < leastShared * all.size) return file
  }
  return null
}
