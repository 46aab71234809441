import { Type, type Static } from 'typebox'
import { CheckChange, CheckInput } from './check-record.ts'
import { GlobalTag } from './tag.ts'
import { described, FreeObject, Id, nullable, optional, SourceName, Timestamp } from './wire.ts'

const {
  description,
  coverage,
  properties,
  tags,
  additional_metadata,
  anomaly_message_field,
  rule,
  rule_type,
} = CheckChange.properties

/** A change of a template; its rule is accepted when it is the same. */
export const CheckTemplateChange = Type.Object(
  {
    description,
    coverage,
    filter: optional(
      Type.String({ maxLength: 100_000 }),
      "SQL of the sources: only rows for which it is true are judged; `field = each('A', 'B')` makes a check for each of the values",
    ),
    properties,
    tags,
    additional_metadata,
    anomaly_message_field,
    template_locked: Type.Optional(
      Type.Boolean({ description: 'True: its checks follow it in all that they test; default false' }),
    ),
    rule,
    rule_type,
  },
  { title: 'CheckTemplateChange', description: 'A change of a template. Members that are left out stay' },
)
export type CheckTemplateChange = Static<typeof CheckTemplateChange>

/** A new template; `rule` and `rule_type` mean the same, one of them is needed. */
export const CheckTemplateInput = Type.Object(
  { ...CheckTemplateChange.properties, description: CheckInput.properties.description },
  {
    title: 'CheckTemplateInput',
    description: 'A new template; rule and rule_type mean the same, and one of them is needed',
  },
)
export type CheckTemplateInput = Static<typeof CheckTemplateInput>

/** What many checks have in common. */
export const CheckTemplate = Type.Object(
  {
    id: described(Id, 'Unique among its kind'),
    rule_type: Type.String({ description: 'What kind of demand it is; the reference of rules has each' }),
    description: Type.String({ description: 'What it demands, for people' }),
    coverage: Type.Number({ description: 'Share of the judged rows that must pass, 0 to 1' }),
    filter: nullable(Type.String(), 'Which rows its checks judge; null: all rows'),
    properties: described(FreeObject, 'What the rule was told, by its type'),
    global_tags: described(Type.Array(GlobalTag), 'The tags that its checks get when they are made'),
    additional_metadata: nullable(FreeObject, 'Pairs of your own, kept as they come'),
    anomaly_message_field: nullable(
      SourceName,
      'The field whose value is the message of an anomaly; null: the service writes it',
    ),
    is_template: Type.Boolean({ description: 'Always true' }),
    template_locked: Type.Boolean({ description: 'True: its checks follow it in all that they test' }),
    template_checks_count: Type.Integer({
      description: 'How many checks come from it, archived ones included',
    }),
    created: described(Timestamp, 'When it was made'),
    created_by: Type.String({ description: 'User name of who made it' }),
    last_updated: described(Timestamp, 'When it was changed last'),
    last_editor: Type.String({ description: 'User name of who changed it last' }),
  },
  { title: 'CheckTemplate', description: 'What many checks have in common' },
)
export type CheckTemplate = Static<typeof CheckTemplate>

/** A check to be made from a template: where, and what it has of its own. */
export const TemplateUse = Type.Object(
  {
    ...CheckInput.properties,
    description: Type.Optional(
      described(Type.String({ maxLength: 10_000 }), 'Default: that of the template'),
    ),
  },
  {
    title: 'TemplateUse',
    description: 'A check to be made from a template; members that are left out are its',
  },
)
export type TemplateUse = Static<typeof TemplateUse>
