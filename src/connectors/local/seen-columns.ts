import { fstatSync } from 'node:fs'
import type { DiscoveredField } from '../../model/field.ts'
import { secondsSince, stampOf } from '../shared/file-stamps.ts'
import type { HeldFile } from './held-files.ts'

type Columns = readonly Pick<DiscoveredField, 'name' | 'native_type'>[]

/** Columns that were found by reading files from end to end, by what the files were then; the oldest are forgotten. */
const seen = new Map<string, Columns>()
const mostRemembered = 1000
/** A file that was written so shortly ago can be written again without a change of its time. */
const unsettledSeconds = 2

/**
 * What `find` finds in files from end to end; not looked for again by this process as long as the files are the same, of the
 * same size and time. `how` tells one way of reading them from another.
 */
export async function seenColumns(
  files: readonly HeldFile[],
  how: string,
  find: () => Promise<Columns>,
): Promise<Columns> {
  const before = versionOf(files)
  const key = JSON.stringify([how, before])
  const known = seen.get(key)
  if (known) return known
  const found = await find()
  const isSettled = before.every(({ modified_ms }) => secondsSince(modified_ms) > unsettledSeconds)
  if (!isSettled || JSON.stringify([how, versionOf(files)]) !== key) return found
  seen.set(key, found)
  const [oldest] = seen.keys()
  if (seen.size > mostRemembered && oldest !== undefined) seen.delete(oldest)
  return found
}

/** Changes with every file that another one is put in the place of, that grows, or that is written to. */
function versionOf(files: readonly HeldFile[]): { file: string; modified_ms: number }[] {
  return files.map(({ descriptor }) => {
    const stats = fstatSync(descriptor, { bigint: true })
    return { file: stampOf(stats), modified_ms: Number(stats.mtimeMs) }
  })
}
