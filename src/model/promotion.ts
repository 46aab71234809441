import { Type, type Static } from 'typebox'
import { checkStatuses } from './check.ts'
import { ComputedFieldRecord } from './computed-field.ts'
import { ContainerStub } from './container-record.ts'
import { described, Id, nullable } from './wire.ts'

/** The kinds of things that are promoted. */
export const promotedTypes = ['quality_check', 'computed_field', 'computed_table', 'computed_file'] as const
export type PromotedType = (typeof promotedTypes)[number]

/** What can become of a thing that is promoted; `skipped`: it is the same at the destination. */
export const promoteResults = ['created', 'updated', 'skipped', 'failed'] as const
export type PromoteResult = (typeof promoteResults)[number]

/** A member of an entity before and after it was updated. */
export interface MemberChange {
  member: string
  from: unknown
  to: unknown
}

const PromotedCheck = Type.Object(
  {
    id: described(Id, 'Unique among its kind'),
    description: Type.String({ description: 'What it demands, for people' }),
    rule_type: Type.String({ description: 'What kind of demand it is; the reference of rules has each' }),
    status: described(Type.Enum(checkStatuses), 'Its status of now'),
  },
  { title: 'PromotedCheck', description: 'A check of a promotion, as it is now' },
)

const PromotedField = Type.Object(
  {
    id: described(Id, 'Unique among its kind'),
    name: described(Type.String(), 'Its name'),
    transformation: ComputedFieldRecord.properties.transformation,
  },
  { title: 'PromotedField', description: 'A computed field of a promotion, as it is now' },
)

const promotedOrNone = (description: string) =>
  Type.Union([PromotedCheck, PromotedField, ContainerStub, Type.Null()], { description })

/** What became of one thing in a promotion. */
export const PromotedEntity = Type.Object(
  {
    source_entity_id: described(Id, 'What was promoted'),
    source_entity: promotedOrNone('The same as it is now; null: it was deleted'),
    entity_type: described(Type.Enum(promotedTypes), 'What kind of thing it is'),
    result: described(Type.Enum(promoteResults), 'What became of it; skipped: it is the same there'),
    destination_entity_id: nullable(Id, 'What stands for it at the destination; null: nothing'),
    destination_entity: promotedOrNone('The same as it is now; null: nothing, or it was deleted'),
    message: nullable(Type.String(), 'A sentence for people; null: there is nothing to say'),
    changes: Type.Array(
      Type.Object(
        {
          member: Type.String({ description: 'Which member of it' }),
          from: Type.Unknown({ description: 'What it was' }),
          to: Type.Unknown({ description: 'What it became, or is to become' }),
        },
        { title: 'PromotedChange', description: 'A change of one member' },
      ),
      { description: 'What an update changed, or would change, member by member' },
    ),
  },
  { title: 'PromotedEntity', description: 'What became of one thing in a promotion' },
)
export type PromotedEntity = Static<typeof PromotedEntity>
