import { refuseNoMoment } from '../../runs/starting-point.ts'
import { isStartingPoint } from '../../engine/greatest-value.ts'
import type { Evaluation } from '../../engine/finding.ts'
import { mergeCells } from '../../engine/merge.ts'
import { invalidMember } from '../../kernel/errors.ts'
import type { Partition } from '../../model/container.ts'
import type { IncrementPlan, NewFiles } from '../../services/judging/increment-plan.ts'
import { utcTimestamp } from '../../sql/build.ts'
import type { PartitionReading } from '../../store/partition-scans.ts'
import type { Checkpoint } from '../../store/schema/catalogue.ts'

/** So many names of files are kept with the point that a scan came to. */
const mostNamed = 1000

/** The partitions that an incremental scan by files reads; all of them otherwise. */
export function newPartitions(
  partitions: readonly Partition[],
  { files }: IncrementPlan,
): readonly Partition[] {
  if (files === null || files.after === null) return partitions
  const after = millisOf(files.after)
  const read = files.read === null ? null : new Set(files.read)
  return partitions.filter(({ name, last_modified }) => {
    if (last_modified === null) return true
    const modified = Date.parse(last_modified)
    return modified > after || (modified === after && read !== null && !read.has(name))
  })
}

/** What was judged of a partition, with the time of its file, as it was listed before, where an incremental scan goes by files. */
export function withFileTime(rows: Evaluation, plan: IncrementPlan, listed: string | null): Evaluation {
  return plan.files === null ? rows : { ...rows, highest: listed }
}

/** What is known of a partition that was read. */
type ReadPartition = Pick<PartitionReading, 'partition_name' | 'highest' | 'records_processed'>

/**
 * Where the next incremental scan starts, after one that succeeded with this cap on the records of a partition (null: none); null
 * leaves it where it is. `newestFile` is that of the listing.
 */
export function nextCheckpoint(
  { increment, files }: IncrementPlan,
  read: readonly ReadPartition[],
  newestFile: string | null,
  cap: number | null,
): Checkpoint | null {
  if (files !== null) return afterFiles(files, read, newestFile)
  if (increment === null) return null
  const points = (parts: readonly ReadPartition[]) =>
    parts.map(({ highest }) => (highest !== null && isStartingPoint(highest) ? highest : null))
  const cut = cap === null ? [] : read.filter(({ records_processed: rows }) => rows >= cap)
  // What the cap left out in one partition may lie below all that was read in another.
  const reached = mergeCells('min', points(cut)) ?? mergeCells('max', points(read))
  return reached === null ? null : { field: increment.field, value: String(reached) }
}

/**
 * By the files that were read, and not by those that are there: one that came, or was written anew, while the scan went on is for the next.
 * Where many files have one time, as unpacked ones, their names are not kept, and all of that time count as read.
 */
function afterFiles(
  files: NewFiles,
  read: readonly ReadPartition[],
  newestFile: string | null,
): Checkpoint | null {
  const times = read.flatMap(({ highest }) => highest ?? []).sort()
  const value = times.at(-1)
  if (value === undefined) {
    if (files.is_stored || files.after === null || newestFile === null) return null
    return { field: null, value: millisOf(files.after) < Date.parse(newestFile) ? files.after : newestFile }
  }
  const isSameTime = files.read !== null && files.after === value
  const before = isSameTime ? (files.read ?? []) : []
  const now = read.flatMap(({ partition_name, highest }) => (highest === value ? [partition_name] : []))
  const names = [...new Set([...before, ...now])]
  return { field: null, value, ...(names.length <= mostNamed && { files: names }) }
}

/** A moment without a zone is in UTC, as in rules; the process may run in any zone. */
function millisOf(moment: string): number {
  return Date.parse(`${utcTimestamp(moment)?.replace(' ', 'T')}Z`)
}

/** Refuses with 422 a starting point that is no moment, or of a scan that has none because it reads everything. */
export function refuseBadStart(wanted: WantedStart): void {
  refuseNoMoment(wanted.greater_than_time)
  for (const member of ['greater_than_time', 'greater_than_batch'] as const) {
    if (wanted[member] == null || wanted.incremental === true) continue
    throw invalidMember(
      member,
      `${member} is where an incremental scan starts; send "incremental": true with it, or leave it out.`,
    )
  }
}

interface WantedStart {
  incremental?: boolean | null | undefined
  greater_than_time?: string | null | undefined
  greater_than_batch?: number | null | undefined
}
