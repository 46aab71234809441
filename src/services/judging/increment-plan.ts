import { isStartingPoint } from '../../engine/greatest-value.ts'
import type { Increment } from '../../engine/increment.ts'
import type { FieldType } from '../../model/field.ts'
import { utcTimestamp } from '../../sql/build.ts'
import type { Checkpoint } from '../../store/schema/catalogue.ts'

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
  /** The files that are read; null in scans that do not go by files. */
  files: NewFiles | null
  /** True when the starting point that an earlier scan kept cannot be used, because nothing comes above it; it counts as absent. */
  is_stored_unusable: boolean
}

/** Files that were modified after a moment (null: ever), or at it and were not read by then. */
export interface NewFiles {
  after: string | null
  /** True when the moment is where an earlier scan came to, and not given. */
  is_stored: boolean
  /** The names of the files of that moment that were read; null: all of that time count as read. */
  read: readonly string[] | null
}

interface IncrementalContainer {
  container_type: string
  incremental_field_name: string | null
  incremental_checkpoint: Checkpoint | null
}

/** A container without an incremental field that does not consist of files is read in full. */
export function incrementPlan(
  container: IncrementalContainer,
  fields: readonly { name: string; type: FieldType }[],
  settings: IncrementSettings,
): IncrementPlan {
  if (!settings.incremental) return { increment: null, files: null, is_stored_unusable: false }
  const { incremental_field_name: name, incremental_checkpoint: checkpoint } = container
  const found = checkpoint?.field === name ? checkpoint.value : null
  // Earlier versions kept such values, too.
  const is_stored_unusable = found !== null && !isStartingPoint(found)
  const stored = is_stored_unusable ? null : found
  const time = settings.greater_than_time ?? null
  if (name !== null) {
    const type = fields.find((field) => field.name === name)?.type
    const isTime = type === 'Date' || type === 'Timestamp'
    const batch = settings.greater_than_batch ?? null
    // Stores compare times without a zone, or as texts.
    const given = isTime ? time && utcTimestamp(time) : batch === null ? null : String(batch)
    const increment = { field: name, above: given ?? stored, is_given: given !== null }
    return { increment, files: null, is_stored_unusable }
  }
  if (container.container_type !== 'file') return { increment: null, files: null, is_stored_unusable }
  const read = stored !== null && time === null ? (checkpoint?.files ?? null) : null
  const files = { after: time ?? stored, is_stored: time === null, read }
  return { increment: null, files, is_stored_unusable }
}
