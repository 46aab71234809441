import { refuseNoMoment } from '../../runs/starting-point.ts'
import type { Increment } from '../../engine/increment.ts'
import { mergeCells } from '../../engine/merge.ts'
import { invalidMember } from '../../kernel/errors.ts'
import type { Partition } from '../../model/container.ts'
import type { FieldType } from '../../model/field.ts'
import { utcTimestamp } from '../../sql/build.ts'

/** The settings of a run that say what an incremental scan reads. */
export interface IncrementSettings {
  incremental: boolean
  /** Starting points that go before the stored ones; null: none given. */
  greater_than_time: string | null
  greater_than_batch: number | null
}

/** The basis of an incremental scan of one container: a field, the modification times of its files, or neither (null). */
export interface IncrementPlan {
  increment: Increment | null
  /** Only files modified after this moment are read; null in scans that do not go by files. */
  files: { after: string | null } | null
}

interface IncrementalContainer {
  container_type: string
  incremental_field_name: string | null
  incremental_checkpoint: { field: string | null; value: string } | null
}

/** A container without an incremental field that does not consist of files is read in full. */
export function incrementPlan(
  container: IncrementalContainer,
  fields: readonly { name: string; type: FieldType }[],
  settings: IncrementSettings,
): IncrementPlan {
  if (!settings.incremental) return { increment: null, files: null }
  const { incremental_field_name: name, incremental_checkpoint: checkpoint } = container
  const stored = checkpoint?.field === name ? checkpoint.value : null
  const time = settings.greater_than_time ?? null
  if (name !== null) {
    const type = fields.find((field) => field.name === name)?.type
    const isTime = type === 'Date' || type === 'Timestamp'
    const batch = settings.greater_than_batch ?? null
    const given = isTime ? time : batch === null ? null : String(batch)
    return { increment: { field: name, above: given ?? stored }, files: null }
  }
  return { increment: null, files: container.container_type === 'file' ? { after: time ?? stored } : null }
}

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
  const greatest = mergeCells('max', [increment.above, ...highest.map((value) => value ?? null)])
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
