import { statSync } from 'node:fs'
import { settledStamp, stampOf } from './file-stamps.ts'

/** A smaller database is read: that costs less than to look up what is known of each of its tables. Bytes, without its logs. */
const leastBytes = 16 * 1024 * 1024

/** A database that is a file, as it was when it was looked at. */
export interface WatchedDatabase {
  /**
   * A text that is another one whenever the file or one of its logs is; null where they had been changed less than `settledSeconds` before,
   * and for a small database.
   */
  stamp: string | null
  /** The stamp where it is still the same, else null. */
  lasting(): string | null
}

const unknown: WatchedDatabase = { stamp: null, lasting: () => null }

/**
 * Looks at a database before its snapshot is taken. `logs`: what their names have after that of the database; `settledSeconds`: how long it
 * must have been at rest (default 5).
 */
export function watchedDatabase(path: string, logs: readonly string[], settledSeconds = 5): WatchedDatabase {
  const database = statsOf(path)
  if (database === undefined || database.size < leastBytes) return unknown
  const beside = logs.map((ending) => path + ending)
  const files = [path, ...beside]
  const before = [database, ...beside.map(statsOf)]
  const isSettled = before.every(
    (stats) => stats === undefined || settledStamp(stats, settledSeconds) !== null,
  )
  if (!isSettled) return unknown
  const stamp = stampsOf(before)
  return { stamp, lasting: () => (stampsOf(files.map(statsOf)) === stamp ? stamp : null) }
}

type Stats = ReturnType<typeof statsOf>

/** Undefined for a file that is not there. It is not opened for it: closing it would free the locks of this process on the database. */
const statsOf = (file: string) => statSync(file, { bigint: true, throwIfNoEntry: false })

/** A log without a byte says as much as one that is not there: who only reads may leave it behind. */
const stampsOf = (all: readonly Stats[]): string =>
  all.map((stats) => (stats === undefined || stats.size === 0n ? '' : stampOf(stats))).join(', ')
