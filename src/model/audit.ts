import { Type, type Static } from 'typebox'
import { Person } from './user.ts'
import { FreeObject, Id, nullable, Timestamp } from './wire.ts'

/** What is noted in the audit log: run control, changes of who may do what and of where data comes from, what is gone for good, and looks at masked values. */
export const auditActions = [
  'trigger_operation',
  'abort_operation',
  'resume_operation',
  'rerun_operation',
  'delete_operation',
  'create_schedule',
  'update_schedule',
  'delete_schedule',
  'create_user',
  'update_user',
  'delete_user',
  'create_team',
  'update_team',
  'delete_team',
  'create_token',
  'revoke_token',
  'restore_token',
  'create_connection',
  'update_connection',
  'delete_connection',
  'test_connection',
  'create_datastore',
  'update_datastore',
  'delete_datastore',
  'delete_container',
  'mask_field',
  'unmask_field',
  'delete_quality_check',
  'delete_anomaly',
  'unmask_field_values',
] as const
export type AuditAction = (typeof auditActions)[number]

/** What an entry is about; `resource_id` is an id of that kind. */
const auditResources = [
  'operation',
  'schedule',
  'user',
  'team',
  'user_token',
  'connection',
  'datastore',
  'container',
  'field',
  'quality_check',
  'anomaly',
  'field_profile',
] as const
export type AuditResource = (typeof auditResources)[number]

/** Kinds of things whose masked values can be looked at. */
export const maskedResources = ['container', 'anomaly', 'field_profile'] as const

const action = Type.Enum(auditActions)
const origin = {
  endpoint: nullable(Type.String({ description: 'Method and path; null without a request' })),
  ip_address: nullable(Type.String()),
}

/** A look at values that are hidden from others; `resource_type` container stands for a whole container scan, which `endpoint` names. */
export const MaskingEntry = Type.Object({
  id: Id,
  created: Timestamp,
  user_id: Id,
  user: Person,
  action,
  resource_type: Type.Enum(auditResources),
  resource_id: Id,
  masked_field_names: Type.Array(Type.String()),
  ...origin,
})
export type MaskingEntry = Static<typeof MaskingEntry>

/** Any entry of the audit log. `hash` is what the next entry builds on. */
export const Activity = Type.Object({
  transaction: Type.Object({ id: Id, issued_at: Timestamp, user: Person }),
  action,
  resource_type: Type.Enum(auditResources),
  resource_id: Id,
  details: FreeObject,
  ...origin,
  hash: Type.String(),
})
export type Activity = Static<typeof Activity>

/** The outcome of walking the chain from its first entry. Keep `last`: given back later, it shows whether the newest entries were taken away. */
export const AuditVerification = Type.Object({
  valid: Type.Boolean(),
  entries: Type.Integer({ description: 'Entries found to be in order' }),
  last: nullable(Type.Object({ id: Id, hash: Type.String() })),
  broken: nullable(Type.Object({ id: Id, reason: Type.String() })),
  sealed: nullable(
    Type.Object({
      since: Type.String({
        format: 'date-time',
        description: 'Since when the end of the log is sealed with a key that the database does not have',
      }),
      entries_before: Type.Integer({
        description: 'Entries that were there already, and were sealed as they stood',
      }),
    }),
  ),
})
export type AuditVerification = Static<typeof AuditVerification>
