import { Type, type Static } from 'typebox'
import { Person } from './user.ts'
import { described, FreeObject, Id, nullable, Timestamp } from './wire.ts'

/** The actions in the audit log: control of runs and flows, sign-ins, changes of permissions, of where data comes from and of which fields are seen, deletions, and reading of masked values; of agents also what they propose and acknowledge. */
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
  'create_sign_in_code',
  'begin_session',
  'end_session',
  'create_connection',
  'update_connection',
  'delete_connection',
  'test_connection',
  'create_datastore',
  'update_datastore',
  'delete_datastore',
  'create_container',
  'update_container',
  'delete_container',
  'create_computed_field',
  'update_computed_field',
  'delete_computed_field',
  'mask_field',
  'exclude_field',
  'restore_field',
  'merge_field',
  'delete_field',
  'unmask_field',
  'create_quality_check',
  'delete_quality_check',
  'update_anomaly',
  'delete_anomaly',
  'create_flow',
  'update_flow',
  'delete_flow',
  'execute_flow',
  'abort_flow_execution',
  'resend_flow_execution',
  'apply_configuration',
  'unmask_field_values',
] as const
export type AuditAction = (typeof auditActions)[number]

/** The kind of resource of an entry; `resource_id` is an id of that kind. */
export const auditResources = [
  'operation',
  'schedule',
  'user',
  'team',
  'user_token',
  'session',
  'connection',
  'datastore',
  'container',
  'field',
  'quality_check',
  'anomaly',
  'flow',
  'field_profile',
  'configuration',
] as const
export type AuditResource = (typeof auditResources)[number]

/** Kinds of things whose masked values can be looked at. */
export const maskedResources = ['container', 'anomaly', 'field_profile'] as const

const action = Type.Enum(auditActions)
const origin = {
  endpoint: nullable(Type.String({ description: 'Method and path; null without a request' })),
  ip_address: nullable(Type.String(), 'Where the request came from; null without a request'),
}

/** A look at values that are hidden from others; `resource_type` container stands for a whole container scan, which `endpoint` names. */
export const MaskingEntry = Type.Object({
  id: described(Id, 'Unique among its kind'),
  created: described(Timestamp, 'When it was looked at'),
  user_id: described(Id, 'Who looked'),
  user: described(Person, 'Who looked'),
  action,
  resource_type: described(Type.Enum(auditResources), 'What kind of thing was looked at'),
  resource_id: described(Id, 'The id of what was looked at'),
  masked_field_names: described(Type.Array(Type.String()), 'The masked fields whose values were shown'),
  ...origin,
})
export type MaskingEntry = Static<typeof MaskingEntry>

/** Any entry of the audit log. `hash` is what the next entry builds on. */
export const Activity = Type.Object({
  transaction: Type.Object(
    {
      id: described(Id, 'The entry, in the order of the log'),
      issued_at: described(Timestamp, 'When it happened'),
      user: described(Person, 'Who did it'),
    },
    { title: 'AuditTransaction', description: 'When an action happened, and who did it' },
  ),
  action,
  resource_type: described(Type.Enum(auditResources), 'What kind of thing it is about'),
  resource_id: described(Id, 'The id of what it is about'),
  details: described(FreeObject, 'What was done, by kind of action; never a secret'),
  ...origin,
  hash: Type.String({ description: 'A sum over this entry and all before it' }),
})
export type Activity = Static<typeof Activity>

/** The outcome of walking the chain from its first entry. Keep `last`: given back later, it shows whether the newest entries were taken away. */
export const AuditVerification = Type.Object({
  valid: Type.Boolean({ description: 'True: no entry was changed, taken out or put in' }),
  entries: Type.Integer({ description: 'Entries found to be in order' }),
  last: nullable(
    Type.Object(
      {
        id: described(Id, 'The entry'),
        hash: described(Type.String(), 'A sum over it and all before it'),
      },
      { title: 'AuditLogEnd', description: 'The newest entry of the audit log' },
    ),
    'The newest entry; null: the log is empty',
  ),
  broken: nullable(
    Type.Object(
      {
        id: described(Id, 'The entry'),
        reason: described(Type.String(), 'What is wrong with it'),
      },
      { title: 'BrokenAuditEntry', description: 'The first entry of the audit log that is not in order' },
    ),
    'The first entry that is not in order; null: all are',
  ),
  sealed: nullable(
    Type.Object(
      {
        since: Type.String({
          format: 'date-time',
          description: 'Since when the end of the log is sealed with a key that the database does not have',
        }),
        entries_before: Type.Integer({
          description: 'Entries that were there already, and were sealed as they stood',
        }),
      },
      { title: 'AuditLogSeal', description: 'Since when the end of the audit log is sealed' },
    ),
    'Since when the end of the log is sealed; null: it is not',
  ),
})
export type AuditVerification = Static<typeof AuditVerification>
