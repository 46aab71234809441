import type { Tracking } from '../../engine/check.ts'
import type { Increment } from '../../engine/increment.ts'
import { RunFailure } from '../../kernel/errors.ts'
import type { ContainerReference } from '../../model/container.ts'
import type { DiscoveredField } from '../../model/field.ts'
import { unloadable } from '../../services/containers/unloadable.ts'
import { findProfiledContainers, type ProfiledContainer } from '../../store/profiled-containers.ts'
import type { Queryable } from '../../store/pool.ts'
import { utcTimestamp } from '../../sql/build.ts'
import type { ProfilePayload } from './payload.ts'

/** What a profile needs to know about its container before the source is opened. */
export interface LoadedContainer {
  reference: ContainerReference
  /** The fields of the last sync or profile. */
  known_fields: DiscoveredField[]
  masked: ReadonlySet<string>
  excluded: ReadonlySet<string>
  /** Lists of fields whose values make groups. */
  group_by_fields: string[][]
  /** The field by which incremental scans go on; null: none. */
  incremental_field: string | null
  tracking: Tracking
  /** Null: all rows are read. */
  increment: Increment | null
  /** True when the source says of what types its fields are. */
  types_are_declared: boolean
}

/** Throws RunFailure for a container that is gone or that the last sync could not read. */
export async function loadContainer(
  database: Queryable,
  containerId: number,
  settings: ProfilePayload,
): Promise<LoadedContainer> {
  const found = await findProfiledContainers(database, [containerId])
  return loadedFrom(found.get(containerId), settings)
}

/** The same of a container that was read from the state; undefined: it is gone. */
export function loadedFrom(found: ProfiledContainer | undefined, settings: ProfilePayload): LoadedContainer {
  if (!found) throw new RunFailure('The container was deleted while the profile ran.')
  const { container, fields, masked_fields } = found
  const refusal = unloadable(container)
  if (refusal) throw refusal
  const { name, container_type, file_options, file_layout, group_by_fields } = container
  const { computation, computed_fields, excluded_fields } = container
  const known = fields.map(({ status: _status, ...field }) => field)
  return {
    reference: { name, container_type, file_options, computation, computed_fields, excluded_fields },
    known_fields: known,
    masked: masked_fields,
    excluded: new Set(excluded_fields),
    group_by_fields,
    incremental_field: container.incremental_field_name,
    tracking: {
      volume: container.volumetric_tracking_enabled,
      freshness: container.freshness_tracking_enabled,
    },
    increment: incrementOf(container.incremental_field_name, known, settings),
    types_are_declared: container_type !== 'file' || file_layout?.format === 'parquet',
  }
}

/** The rows above the given start in the incremental field; all where the container has no such field, or no start fits it. */
function incrementOf(
  field: string | null,
  fields: readonly DiscoveredField[],
  { greater_than_time: time, greater_than_batch: batch }: ProfilePayload,
): Increment | null {
  const type = fields.find(({ name }) => name === field)?.type
  if (field === null || type === undefined) return null
  const isTime = type === 'Date' || type === 'Timestamp'
  const above = isTime ? time && utcTimestamp(time) : batch === null ? null : String(batch)
  return above === null ? null : { field, above }
}
