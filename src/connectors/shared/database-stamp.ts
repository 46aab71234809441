import { statSync } from 'node:fs'
import { settledStamp, stampOf } from './file-stamps.ts'

/** A smaller database is read: that costs less than to look up what is known of each of its tables. Bytes, with its logs. */
const leastBytes = 16 * 1024 * 1024

/**
 * Looks at a database that is a file, before its snapshot is taken, and returns what tells its stamp: a text that is another one
 * whenever the file or one of its logs is. Null where they were changed since, or less than `settledSeconds` before, and for a small
 * database. `logs`: what their names have after that of the database.
 */
export function watchedDatabase(
  path: string,
  logs: readonly string[],
  settledSeconds = 5,
): () => string | null {
  const files = [path, ...logs.map((ending) => path + ending)]
  const before = files.map(statsOf)
  const bytes = before.reduce((sum, stats) => sum + (stats?.size ?? 0n), 0n)
  const isKnown = before[0] !== undefined && bytes >= leastBytes
  const isSettled = before.every(
    (stats) => stats === undefined || settledStamp(stats, settledSeconds) !== null,
  )
  if (!isKnown || !isSettled) return () => null
  const stamp = stampsOf(before)
  return () => (stampsOf(files.map(statsOf)) === stamp ? stamp : null)
}

type Stats = ReturnType<typeof statsOf>

/** Undefined for a file that is not there. It is not opened for it: closing it would free the locks of this process on the database. */
const statsOf = (file: string) => statSync(file, { bigint: true, throwIfNoEntry: false })

/** A log without a byte says as much as one that is not there: who only reads may leave it behind. */
const stampsOf = (all: readonly Stats[]): string =>
  all.map((stats) => (stats === undefined || stats.size === 0n ? '' : stampOf(stats))).join(', ')
