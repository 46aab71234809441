import { Type, type Static } from 'typebox'
import { availableActs, checkActs } from './available.ts'
import { bulkResult } from './bulk-result.ts'
import { DatastoreReference } from './datastore-record.ts'
import { archivedCheckStatuses, checkStatuses, openCheckStatuses } from './check.ts'
import { RecentResult } from './check-result.ts'
import { ContainerStub } from './container-record.ts'
import { GlobalTag, InheritedTags } from './tag.ts'
import { Person } from './user.ts'
import {
  described,
  FreeObject,
  Id,
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
const FieldReference = Type.Union([
  SourceName,
  Type.Object(
    { name: described(SourceName, 'The name of the field') },
    { title: 'NamedField', description: 'A field by its name' },
  ),
])

const fieldNames = Type.Array(FieldReference, { maxItems: 1000 })
const fieldsMeaning = 'Names of the fields that it judges, in the order that the rule means'

/** The members that a client may set. In an update an absent member stays, and so does a null owner; any other null clears. */
const settable = {
  description: Type.Optional(described(Description, 'What the check demands, for people')),
  fields: optional(fieldNames, `${fieldsMeaning}; null: none`),
  coverage: optional(
    Type.Number({ minimum: 0, maximum: 1, description: 'Share of rows that must pass; default 1' }),
  ),
  filter: optional(text, 'SQL of the source: only rows for which it is true are judged; null: all rows'),
  properties: optional(FreeObject, 'What the rule needs to be told, by its type'),
  tags: optional(TagNames, 'Names of global tags; they replace all that it has'),
  additional_metadata: optional(FreeObject, 'Pairs of your own, kept as they come'),
  anomaly_message_field: optional(
    SourceName,
    'The field whose value is the message of an anomaly; null: the service writes it',
  ),
  status: Type.Optional(described(status, 'Active checks are evaluated by scans')),
  owner_id: optional(Id, 'The user who owns the check'),
  default_anomaly_assignee_id: optional(Id, 'The user whom its new anomalies are assigned to'),
}

const templateId = optional(Id, 'The template that it comes from; it cannot change')

/** A change of a check; its container and rule cannot change, and are accepted when they are the same. */
export const CheckChange = Type.Object({
  ...settable,
  template_id: templateId,
  container_id: Type.Optional(described(Id, 'The same as it is; a check cannot move')),
  rule: Type.Optional(described(Name, 'The same as rule_type')),
  rule_type: Type.Optional(described(Name, 'The same as it is; a check cannot become another rule')),
})
export type CheckChange = Static<typeof CheckChange>

/** A new check; `rule` and `rule_type` mean the same, one of them is needed. */
export const CheckInput = Type.Object({
  ...CheckChange.properties,
  container_id: described(Id, 'The container that it judges'),
  description: described(Description, 'What the check demands, for people'),
  status: optional(Type.Enum(openCheckStatuses), 'Default Active'),
})
export type CheckInput = Static<typeof CheckInput>

/** One change of a bulk change. */
export const IdentifiedCheckChange = Type.Object({
  ...CheckChange.properties,
  id: described(Id, 'The check to change'),
})
export type IdentifiedCheckChange = Static<typeof IdentifiedCheckChange>

/** A change of many checks at once; an archived status puts them away. */
export const BulkCheckChange = Type.Object(
  {
    tags: settable.tags,
    owner_id: settable.owner_id,
    status: Type.Optional(
      Type.Enum(checkStatuses, {
        description:
          'An open status restores what is archived; an archived one puts away what is open, and its anomalies stay',
      }),
    ),
  },
  { title: 'BulkCheckChange', description: 'What becomes of each of many checks' },
)
export type BulkCheckChange = Static<typeof BulkCheckChange>

/** What became of many checks. */
export const BulkCheckResult = bulkResult('a check', 'checks', 'BulkCheckResult', 'RefusedCheck')
export type BulkCheckResult = Static<typeof BulkCheckResult>

/** The way in which a check is put away: archived under a status, or deleted for good when `archive` is false. */
export const removal = {
  archive: Type.Optional(Type.Boolean({ description: 'Default true' })),
  status: Type.Optional(
    described(Type.Enum(archivedCheckStatuses), 'Under which status it is archived; default Archived'),
  ),
  delete_anomalies: Type.Optional(
    Type.Boolean({ description: 'Delete the anomalies that no other check found; default true' }),
  ),
}
const CheckRemoval = Type.Object(removal)
export type CheckRemoval = Static<typeof CheckRemoval>

/** One removal of a bulk removal. */
export const IdentifiedCheckRemoval = Type.Object({ ...removal, id: described(Id, 'The check to put away') })
export type IdentifiedCheckRemoval = Static<typeof IdentifiedCheckRemoval>

/** A check as it is shown, archived or not, with what the last scans made of it. */
export const Check = Type.Object({
  id: described(Id, 'Unique among its kind'),
  available: availableActs(checkActs),
  rule_type: Type.String({ description: 'What kind of demand it is; the reference of rules has each' }),
  description: Type.String({ description: 'What it demands, for people' }),
  container: described(ContainerStub, 'The container that it judges'),
  datastore: described(DatastoreReference, 'The datastore that it belongs to'),
  fields: described(
    Type.Array(
      Type.Object(
        {
          id: nullable(Id, 'The field; null: the container has no field of this name now'),
          name: described(Type.String(), 'Its name'),
        },
        { title: 'CheckedField', description: 'A field that a check judges' },
      ),
    ),
    'The fields that it judges, in the order that the rule means',
  ),
  coverage: Type.Number({ description: 'Share of the judged rows that must pass, 0 to 1' }),
  filter: nullable(
    Type.String(),
    'SQL of the source: only rows for which it is true are judged; null: all rows',
  ),
  properties: described(FreeObject, 'What the rule was told, by its type'),
  status,
  inferred: Type.Boolean({ description: 'True: the service proposed it' }),
  additional_metadata: nullable(FreeObject, 'Pairs of your own, kept as they come'),
  anomaly_message_field: nullable(
    Type.String(),
    'The field whose value is the message of an anomaly; null: the service writes it',
  ),
  global_tags: described(Type.Array(GlobalTag), 'The tags that it carries'),
  inherited_tags: InheritedTags,
  owner: nullable(Person, 'Who owns it; null: nobody'),
  default_anomaly_assignee: nullable(Person, 'Whom its new anomalies are assigned to; null: nobody'),
  weight: Type.Integer({ description: 'How much it counts in the weight of its anomalies' }),
  anomaly_count: Type.Integer({ description: 'How many anomalies it found, archived ones included' }),
  active_anomaly_count: Type.Integer({ description: 'How many of them are open' }),
  num_container_scans: Type.Integer({ description: 'How many scans of its container judged it' }),
  measurements: Type.Array(
    Type.Object(
      {
        created: described(Timestamp, 'When it was measured'),
        value: described(Type.Number(), 'What was measured'),
      },
      { title: 'CheckMeasurement', description: 'What a check measured in one scan' },
    ),
    {
      description: 'What the last 100 scans measured, newest first; of checks that compare scans',
    },
  ),
  recent_results: Type.Optional(
    described(
      Type.Array(RecentResult),
      'The verdicts of the last 30 scans of its container that had it, the last one first; only in lists with `include=recent_results`',
    ),
  ),
  last_asserted: nullable(Timestamp, 'When a scan last reached a verdict; null: never'),
  is_passing: nullable(Type.Boolean({ description: 'Null: never asserted' })),
  template_id: nullable(Id, 'The template that it comes from; null: none'),
  template_locked: nullable(
    Type.Boolean(),
    'True: it follows its template in all that it tests; null: it comes from none',
  ),
  created: described(Timestamp, 'When it was made'),
  created_by: Type.String({ description: 'User name of who made it' }),
  last_updated: described(Timestamp, 'When it was changed last'),
  last_editor: Type.String({ description: 'User name of who changed it last' }),
  deleted_at: nullable(Timestamp, 'When it was archived; null: it is not'),
})
export type Check = Static<typeof Check>

/** A check as it stood at some time; what it found since is counted all the same. */
export const CheckVersion = Type.Object({
  ...Check.properties,
  version: Type.Object(
    {
      number: Type.Integer({ description: 'From 1' }),
      valid_from: described(Timestamp, 'Since when it held'),
      valid_to: nullable(Timestamp, 'Until when it held; null: it holds'),
      edited_by: Type.String({ description: 'User name of who made this version' }),
    },
    { title: 'CheckVersionSpan', description: 'Which version of a check it is, and when it held' },
  ),
})
export type CheckVersion = Static<typeof CheckVersion>

/** A check in the list of all. */
export const CheckStub = Type.Object({
  id: described(Id, 'Unique among its kind'),
  rule_type: Type.String({ description: 'What kind of demand it is; the reference of rules has each' }),
  description: Type.String({ description: 'What it demands, for people' }),
  status,
  container: described(ContainerStub, 'The container that it judges'),
  fields: described(Type.Array(Type.String()), 'Names of the fields that it judges'),
})
export type CheckStub = Static<typeof CheckStub>
