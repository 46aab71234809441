import type { Container, ContainerChange, IncrementalType } from '../../api/api.generated.ts'
import { sqlMembers, type Computation } from '../../sources/computation.ts'
import { fileDraft, fileMembers, usualFile, type FileDraft } from './file-draft.ts'

/** The settings of a table or file as they are written; empty text: none. Of one that is not computed, name and SQL are not asked for. */
export interface SettingsDraft extends Computation {
  description: string
  tags: readonly string[]
  incrementalField: string
  incrementalType: IncrementalType | ''
  partitionField: string
  measuresVolume: boolean
  measuresFreshness: boolean
  /** Who says by what a row is recognised; `nobody`: it has no key. */
  keyFrom: 'source' | 'people' | 'nobody'
  keyFields: readonly string[]
  groupings: readonly (readonly string[])[]
  file: FileDraft
}

/** The settings that a container has. */
export function settingsOf(container: Container): SettingsDraft {
  const { key_fields, key_fields_origin, container_type } = container
  const isSet = key_fields_origin === 'set'
  return {
    name: container.name,
    description: container.description ?? '',
    tags: container.global_tags.map(({ name }) => name),
    incrementalField: container.incremental_field_name ?? '',
    incrementalType: (container.incremental_identifier_type ?? '') as IncrementalType | '',
    partitionField: container.partition_field ?? '',
    measuresVolume: container.volumetric_tracking_enabled,
    measuresFreshness: container.freshness_tracking_enabled,
    keyFrom: !isSet ? 'source' : key_fields.length > 0 ? 'people' : 'nobody',
    keyFields: isSet ? key_fields : [],
    groupings: container.group_by_fields,
    file: container_type === 'file' ? fileDraft(container) : usualFile,
    query: container.query ?? '',
    columns: container.select_clause ?? '',
    condition: container.where_clause ?? '',
    groups: container.group_by_clause ?? '',
  }
}

/** Whether people said what it is made of. */
export const isComputed = ({ container_type }: Pick<Container, 'container_type'>): boolean =>
  container_type.startsWith('computed')

/** The members of a change that says all that is written. */
export function settingsMembers(draft: SettingsDraft, container: Container): ContainerChange {
  return {
    ...(isComputed(container) && {
      name: draft.name.trim(),
      ...sqlMembers(container.container_type, draft),
    }),
    description: draft.description.trim() || null,
    tags: [...draft.tags],
    incremental_field_name: draft.incrementalField || null,
    incremental_identifier_type: (draft.incrementalField && draft.incrementalType) || null,
    partition_field: draft.partitionField || null,
    volumetric_tracking_enabled: draft.measuresVolume,
    freshness_tracking_enabled: draft.measuresFreshness,
    key_fields: draft.keyFrom === 'source' ? null : draft.keyFrom === 'people' ? [...draft.keyFields] : [],
    group_by_fields: draft.groupings.filter((names) => names.length > 0).map((names) => [...names]),
    ...(container.container_type === 'file' && fileMembers(draft.file)),
  }
}

/** What is still missing before it can be kept, as a sentence; null: nothing. */
export function missingOf({ keyFrom, keyFields }: SettingsDraft): string | null {
  return keyFrom === 'people' && keyFields.length === 0 ? 'Choose at least one field of the key.' : null
}
