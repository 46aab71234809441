import { Type } from 'typebox'
import { incrementalTypes } from './container.ts'
import { FreeObject, optional, SourceName, TagNames } from './wire.ts'

/** What people set of a container of any kind. */
export const containerSettings = {
  description: optional(Type.String({ maxLength: 1000 }), 'A note; null clears it'),
  tags: optional(TagNames, 'Names of global tags; they replace all that it has'),
  additional_metadata: optional(FreeObject, 'Pairs of your own, kept as they come'),
  incremental_field_name: optional(
    SourceName,
    'The field that shows which rows are new since the last scan; null: none',
  ),
  incremental_identifier_type: optional(
    Type.Enum(incrementalTypes),
    'Whether that field is a time of change or a number that grows',
  ),
  partition_field: optional(
    SourceName,
    'The field whose ranges a large table is scanned in; null: it is scanned whole',
  ),
  volumetric_tracking_enabled: optional(
    Type.Boolean(),
    'Whether its rows and bytes are measured, as volumetric checks need it; null: the default, true',
  ),
  freshness_tracking_enabled: optional(
    Type.Boolean(),
    'Whether it is measured when it was modified, as freshness checks need it; null: the default, false',
  ),
  key_fields: optional(
    Type.Array(SourceName, {
      maxItems: 50,
      description:
        'By which fields a row is recognised when it is found again; null leaves it to the source, an empty list is no key',
    }),
  ),
  group_by_fields: optional(
    Type.Array(Type.Array(SourceName, { minItems: 1, maxItems: 10 }), {
      maxItems: 10,
      description:
        'Groupings, each a list of fields: a profile also measures the rows that share their values, group by group; null or empty: none',
    }),
  ),
}
