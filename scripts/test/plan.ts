/** Test files that are run in one process, one after the other. */
export type Batch = readonly string[]

/**
 * Folders whose files may share a process: they leave it as they found it, which is checked after each, and a service in
 * them is on a database of its own. All others have a process each.
 */
const sharing = /^(?:src|test\/(?!(?:attack|clients|demo|docs|durability)\/))/

/** Loading the code costs about this much, seconds; a process is worth it for more. */
const worthwhile = 3
/**
 * A longer batch would keep one processor busy at the end while the others have nothing left to do. Shorter ones cost more: of twenty
 * seconds each, all batches together took a third more processor time, for loading and compiling the same code again.
 */
const longest = 120

/** The files in batches for this many processors, the longest first, so that they all end at about the same time. */
export function planBatches(
  files: readonly string[],
  costOf: (path: string) => number,
  processors: number,
): Batch[] {
  const cost = (batch: Batch): number => batch.reduce((sum, path) => sum + costOf(path), 0)
  const shared = files.filter((path) => sharing.test(path) && costOf(path) <= longest)
  const alone = files.filter((path) => !shared.includes(path)).map((path) => [path])
  const share = Math.min(longest, Math.max(worthwhile, cost(shared) / processors))
  const batches: string[][] = []
  let filled = Infinity
  for (const path of shared) {
    if (filled + costOf(path) > share) {
      batches.push([])
      filled = 0
    }
    batches.at(-1)?.push(path)
    filled += costOf(path)
  }
  return [...alone, ...batches].sort((one, other) => cost(other) - cost(one))
}
