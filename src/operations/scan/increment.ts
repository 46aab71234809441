import { refuseNoMoment } from '../../runs/starting-point.ts'
import { isStartingPoint } from '../../engine/greatest-value.ts'
import { mergeCells } from '../../engine/merge.ts'
import { invalidMember } from '../../kernel/errors.ts'
import type { Partition } from '../../model/container.ts'
import type { IncrementPlan } from '../../services/judging/increment-plan.ts'
import { utcTimestamp } from '../../sql/build.ts'

/** The partitions that an incremental scan by files reads; all of them otherwise. */
export function newPartitions(
  partitions: readonly Partition[],
  { files }: IncrementPlan,
): readonly Partition[] {
  const after = files?.after ? millisOf(files.after) : null
  if (after === null) return partitions
  return partitions.filter(({ last_modified }) => last_modified === null || Date.parse(last_modified) > after)
}

/** Where the next incremental scan starts, after one that succeeded; null leaves it where it is. */
export function nextCheckpoint(
  { increment, files }: IncrementPlan,
  highest: readonly (string | null | undefined)[],
  newestFile: string | null,
): { field: string | null; value: string } | null {
  if (files !== null) return newestFile === null ? null : { field: null, value: newestFile }
  if (increment === null) return null
  const points = highest.map((value) => (value != null && isStartingPoint(value) ? value : null))
  const greatest = mergeCells('max', [increment.above, ...points])
  return greatest === null ? null : { field: increment.field, value: String(greatest) }
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
