import type { BigIntStats } from 'node:fs'

/**
 * Which file it is, how long it is, and when it was changed last, in nanoseconds. The time of change (ctime) cannot be set
 * by a program, as that of modification can: whoever writes the same number of bytes and sets the old time still moves it.
 */
export function stampOf({ dev, ino, size, mtimeNs, ctimeNs }: BigIntStats): string {
  return [dev, ino, size, mtimeNs, ctimeNs].join(' ')
}

/** Seconds since a change, in the time of files: that of the clock of this machine, whatever that of our state says. */
export const secondsSince = (changedMs: number): number => (Date.now() - changedMs) / 1000

/**
 * The same for a file that has been at rest for so many seconds, else null: a file system may give two changes of one tick
 * of its clock the same time, and only the first of them may have been seen.
 */
export function settledStamp(stats: BigIntStats, settledSeconds: number): string | null {
  const changed = Math.max(Number(stats.ctimeMs), Number(stats.mtimeMs))
  return secondsSince(changed) >= settledSeconds ? stampOf(stats) : null
}
