import type { Generated, JSONColumnType } from 'kysely'
import type { MemberChange, PromotedType, PromoteResult } from '../../model/promotion.ts'

interface PromotedChecks {
  source_check_id: number
  destination_container_id: number
  destination_check_id: number
}

interface PromotedContainers {
  source_container_id: number
  destination_datastore_id: number
  destination_container_id: number
}

interface PromotedComputedFields {
  source_field_id: number
  destination_container_id: number
  destination_field_id: number
}

interface PromotedEntities {
  id: Generated<number>
  operation_id: number
  line: number
  entity_type: PromotedType
  source_entity_id: number
  destination_entity_id: number | null
  /** Null before its turn. */
  result: PromoteResult | null
  message: string | null
  changes: JSONColumnType<MemberChange[] | null, string | null, string | null>
}

/** The tables of promotions. */
export interface PromotionTables {
  promoted_checks: PromotedChecks
  promoted_containers: PromotedContainers
  promoted_computed_fields: PromotedComputedFields
  promoted_entities: PromotedEntities
}
