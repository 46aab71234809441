import type { Generated, GeneratedAlways, JSONColumnType } from 'kysely'
import type { TransformationName, TransformationProperties } from '../../model/computed-field.ts'
import type { CheckStatus } from '../../model/check.ts'
import type {
  ContainerStatus,
  ContainerType,
  FileLayout,
  FileOptions,
  JoinType,
  TableType,
} from '../../model/container.ts'
import type { ComputePlace, FilePattern, RemediationStrategy } from '../../model/datastore.ts'
import type { FieldStatus, FieldType } from '../../model/field.ts'
import type { SourceKey } from '../../model/identity.ts'
import type { Json, NullableJson, Time } from './columns.ts'

/** The point that incremental scans of a container have come to; `field` is null where they go by the times of files. */
export interface Checkpoint {
  field: string | null
  /** The greatest value, or the newest time. */
  value: string
  /** The names of the files of that time that were read (default: all of that time count as read). */
  files?: string[]
}

interface Connections {
  id: Generated<number>
  name: string
  type: string
  host: string | null
  port: number | null
  username: string | null
  uri: string | null
  parameters: Json<Record<string, unknown>>
  secrets: string | null
  jdbc_fetch_size: number | null
  max_parallelization: number | null
  created: Generated<Time>
}

interface Datastores {
  id: Generated<number>
  name: string
  description: string | null
  connection_id: number
  database: string | null
  schema: string | null
  root_path: string | null
  file_patterns: JSONColumnType<FilePattern[], string | undefined, string>
  compute_connection_id: number | null
  compute_place: JSONColumnType<ComputePlace | null, string | null | undefined, string | null>
  connected: boolean | null
  enrichment_only: Generated<boolean>
  enrich_datastore_id: number | null
  enrichment_prefix: string
  enrichment_source_record_limit: Generated<number>
  enrichment_remediation_strategy: Generated<RemediationStrategy>
  high_count_rollup_threshold: Generated<number>
  created: Generated<Time>
}

interface Containers {
  id: Generated<number>
  datastore_id: number
  name: string
  /** Written by a trigger alone. */
  former_names: GeneratedAlways<string[]>
  container_type: ContainerType
  table_type: TableType | null
  status: Generated<ContainerStatus>
  status_reason: string | null
  description: string | null
  additional_metadata: NullableJson
  file_options: Json<FileOptions>
  file_layout: JSONColumnType<FileLayout | null, string | null, string | null>
  incremental_field_name: string | null
  incremental_identifier_type: string | null
  partition_field: string | null
  volumetric_tracking_enabled: Generated<boolean>
  freshness_tracking_enabled: Generated<boolean>
  incremental_checkpoint: JSONColumnType<Checkpoint | null, string | null, string | null>
  /** The fields that people set; null leaves it to the source. */
  key_fields: string[] | null
  /** The fields that the last sync found; null when the source declares no key. */
  source_key_fields: string[] | null
  source_key_origin: SourceKey['origin'] | null
  identity_salt: Generated<string>
  group_by_fields: JSONColumnType<string[][], string | undefined, string>
  /** Null for a container that a sync found. */
  computation: JSONColumnType<ComputationText | null, string | null | undefined, string | null>
  created: Generated<Time>
  cataloged: Time | null
}

/** The texts that a computed container is made of; which of them are there depends on its type. */
export interface ComputationText {
  query?: string
  select_clause?: string
  where_clause?: string | null
  group_by_clause?: string | null
  join_type?: JoinType
  left_join_field_name?: string
  right_join_field_name?: string
  left_prefix?: string
  right_prefix?: string
}

interface ComputedFields {
  id: Generated<number>
  container_id: number
  name: string
  transformation: TransformationName
  source_fields: string[]
  properties: Json<TransformationProperties>
  additional_metadata: NullableJson
  created: Generated<Time>
  last_editor: string
}

/** Written by a trigger alone. */
interface GoneMaskedFields {
  datastore_id: number
  container_id: number
  container_name: string
  names: string[]
}

interface ContainerSources {
  container_id: number
  source_container_id: number
  role: 'source' | 'left' | 'right'
}

interface Fields {
  id: Generated<number>
  container_id: number
  name: string
  type: FieldType
  native_type: string
  nullable: Generated<boolean>
  ordinal: number
  status: Generated<FieldStatus>
  former_status: 'active' | 'masked' | null
  former_names: Generated<string[]>
  is_masked: GeneratedAlways<boolean>
  description: string | null
  additional_metadata: NullableJson
  created: Generated<Time>
}

interface Partitions {
  id: Generated<number>
  container_id: number
  name: string
  size_bytes: number | null
  last_modified: Time | null
  is_part: Generated<boolean>
}

interface GlobalTags {
  id: Generated<number>
  name: string
  color: string | null
  description: string | null
  category: string | null
  weight_modifier: Generated<number>
  created: Generated<Time>
}

interface TagLinks {
  id: Generated<number>
  tag_id: number
  datastore_id: number | null
  container_id: number | null
  quality_check_id: number | null
  anomaly_id: number | null
  field_id: number | null
}

interface QualityChecks {
  id: Generated<number>
  container_id: number
  rule_type: string
  description: string
  fields: string[]
  filter: string | null
  coverage: Generated<number>
  properties: Json<Record<string, unknown>>
  status: CheckStatus
  inferred: Generated<boolean>
  retired: Generated<boolean>
  additional_metadata: NullableJson
  anomaly_message_field: string | null
  owner_id: number | null
  default_anomaly_assignee_id: number | null
  definition_key: string
  version: Generated<number>
  created: Generated<Time>
  created_by: string
  last_updated: Generated<Time>
  last_editor: string
  deleted_at: Time | null
  last_asserted: Time | null
  is_passing: boolean | null
  /** Null: it comes from no template, or from one that was deleted. */
  template_id: number | null
  /** The values of `each` that it stands for, as SQL; null: the template's filter has none. */
  template_values: NullableJson<string[]>
}

interface CheckTemplates {
  id: Generated<number>
  rule_type: string
  description: string
  filter: string | null
  coverage: Generated<number>
  properties: Json<Record<string, unknown>>
  anomaly_message_field: string | null
  additional_metadata: NullableJson
  tags: string[]
  template_locked: Generated<boolean>
  version: Generated<number>
  created: Generated<Time>
  created_by: string
  last_updated: Generated<Time>
  last_editor: string
}

interface QualityCheckVersions {
  id: Generated<number>
  quality_check_id: number
  number: number
  valid_from: Time
  valid_to: Time | null
  edited_by: string
  definition: Json<Record<string, unknown>>
}

/** The tables of what is known of datastores, and of the checks on it. */
export interface CatalogueTables {
  connections: Connections
  datastores: Datastores
  containers: Containers
  container_sources: ContainerSources
  computed_fields: ComputedFields
  removed_containers: { datastore_id: number; name: string; removed: Generated<Time> }
  fields: Fields
  gone_masked_fields: GoneMaskedFields
  written_prefixes: { place: string; prefix: string; datastore_id: number }
  partitions: Partitions
  global_tags: GlobalTags
  tag_links: TagLinks
  quality_checks: QualityChecks
  quality_check_versions: QualityCheckVersions
  check_templates: CheckTemplates
}
