import { Type, type Static } from 'typebox'
import { archivedCheckStatuses, checkStatuses, openCheckStatuses } from './check.ts'
import { ContainerStub } from './container-record.ts'
import { GlobalTag } from './tag.ts'
import { Person } from './user.ts'
import {
  FreeObject,
  Id,
  IdAndName,
  Name,
  nullable,
  optional,
  SourceName,
  TagNames,
  Timestamp,
} from './wire.ts'

const status = Type.Enum(checkStatuses)
const Description = Type.String({ maxLength: 10_000 })
const text = Type.String({ maxLength: 100_000 })

/** A field by its name; clients that send a check back as they read it send objects. */
const FieldReference = Type.Union([SourceName, Type.Object({ name: SourceName })])

/** What a client may set. In an update an absent member stays, and so does a null owner; elsewhere null clears. */
const settable = {
  description: Type.Optional(Description),
  fields: Type.Optional(Type.Array(FieldReference, { maxItems: 1000 })),
  coverage: optional(
    Type.Number({ minimum: 0, maximum: 1, description: 'Share of rows that must pass; default 1' }),
  ),
  filter: optional(text),
  properties: optional(FreeObject),
  tags: optional(TagNames),
  additional_metadata: optional(FreeObject),
  anomaly_message_field: optional(SourceName),
  status: Type.Optional(status),
  owner_id: optional(Id),
  default_anomaly_assignee_id: optional(Id),
}

/** A change of a check; its container and rule cannot change, and are accepted when they are the same. */
export const CheckChange = Type.Object({
  ...settable,
  container_id: Type.Optional(Id),
  rule: Type.Optional(Name),
  rule_type: Type.Optional(Name),
})
export type CheckChange = Static<typeof CheckChange>

/** A new check; `rule` and `rule_type` mean the same, one of them is needed. */
export const CheckInput = Type.Object({
  ...CheckChange.properties,
  container_id: Id,
  description: Description,
  status: Type.Optional(Type.Enum(openCheckStatuses)),
})
export type CheckInput = Static<typeof CheckInput>

/** One change of a bulk change. */
export const IdentifiedCheckChange = Type.Object({ ...CheckChange.properties, id: Id })
export type IdentifiedCheckChange = Static<typeof IdentifiedCheckChange>

/** How a check is put away: archived under a status, or deleted for good when `archive` is false. */
export const removal = {
  archive: Type.Optional(Type.Boolean({ description: 'Default true' })),
  status: Type.Optional(Type.Enum(archivedCheckStatuses)),
  delete_anomalies: Type.Optional(
    Type.Boolean({ description: 'Delete the anomalies that no other check found; default true' }),
  ),
}
const CheckRemoval = Type.Object(removal)
export type CheckRemoval = Static<typeof CheckRemoval>

/** One removal of a bulk removal. */
export const IdentifiedCheckRemoval = Type.Object({ ...removal, id: Id })
export type IdentifiedCheckRemoval = Static<typeof IdentifiedCheckRemoval>

export const Check = Type.Object({
  id: Id,
  rule_type: Type.String(),
  description: Type.String(),
  container: ContainerStub,
  datastore: IdAndName,
  fields: Type.Array(Type.Object({ id: nullable(Id), name: Type.String() })),
  coverage: Type.Number(),
  filter: nullable(Type.String()),
  properties: FreeObject,
  status,
  inferred: Type.Boolean(),
  additional_metadata: nullable(FreeObject),
  anomaly_message_field: nullable(Type.String()),
  global_tags: Type.Array(GlobalTag),
  owner: nullable(Person),
  default_anomaly_assignee: nullable(Person),
  weight: Type.Integer(),
  anomaly_count: Type.Integer(),
  active_anomaly_count: Type.Integer(),
  num_container_scans: Type.Integer(),
  measurements: Type.Array(Type.Object({ created: Timestamp, value: Type.Number() }), {
    description: 'What the last 100 scans measured, newest first; of checks that compare scans',
  }),
  last_asserted: nullable(Timestamp),
  is_passing: nullable(Type.Boolean({ description: 'Null: never asserted' })),
  created: Timestamp,
  created_by: Type.String(),
  last_updated: Timestamp,
  last_editor: Type.String(),
  deleted_at: nullable(Timestamp),
})
export type Check = Static<typeof Check>

/** A check as it stood at some time; what it found since is counted all the same. */
export const CheckVersion = Type.Object({
  ...Check.properties,
  version: Type.Object({
    number: Type.Integer({ description: 'From 1' }),
    valid_from: Timestamp,
    valid_to: nullable(Timestamp),
    edited_by: Type.String(),
  }),
})
export type CheckVersion = Static<typeof CheckVersion>

/** What is told of a check in the list of all. */
export const CheckStub = Type.Object({
  id: Id,
  rule_type: Type.String(),
  description: Type.String(),
  status,
  container: ContainerStub,
  fields: Type.Array(Type.String()),
})
export type CheckStub = Static<typeof CheckStub>
