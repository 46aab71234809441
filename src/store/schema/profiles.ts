import type { Generated, JSONColumnType } from 'kysely'
import type { FieldMetrics } from '../../model/field-profile.ts'
import type { Json, Time } from './columns.ts'

/** The values that the rows of a group share, by the names of the fields; null for rows without one. */
export type GroupValues = Record<string, string | null>

interface ContainerProfiles {
  id: Generated<number>
  operation_container_id: number
  container_id: number
  parent_profile_id: number | null
  partition_name: string | null
  group_values: JSONColumnType<GroupValues | null, string | null, string | null>
  created: Generated<Time>
  finished: Time | null
  records_count: Generated<number>
  records_processed: Generated<number>
  checks_synchronized: Generated<number>
  last_modified: Time | null
}

interface FieldProfiles {
  id: Generated<number>
  container_profile_id: number
  field_id: number
  created: Generated<Time>
  metrics: Json<FieldMetrics>
}

/** The tables of what profiles measured. */
export interface ProfileTables {
  container_profiles: ContainerProfiles
  field_profiles: FieldProfiles
}
