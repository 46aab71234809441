import { Type, type Static } from 'typebox'
import { ContainerStub } from './container-record.ts'
import { FieldMetrics } from './field-profile.ts'
import { fieldStatuses } from './field.ts'
import { scanResults } from './operation.ts'
import { described, Id, nullable, Timestamp } from './wire.ts'

const part = {
  partition: nullable(Type.String(), 'The partition that was measured; null: all of them'),
  group: nullable(
    Type.Record(Type.String(), nullable(Type.String())),
    'The values that the measured rows share, by field; null: all rows',
  ),
}

/** The measuring of one container by one run, or of a part of it. */
export const ContainerProfile = Type.Object(
  {
    id: described(Id, 'Unique among its kind'),
    operation_id: described(Id, 'The run that measured it'),
    created: described(Timestamp, 'When it was measured'),
    parent_profile_id: nullable(Id, 'The profile of the whole container; null: it is that'),
    container: described(ContainerStub, 'What was measured'),
    ...part,
    records_count: Type.Integer({ description: 'Rows that there were' }),
    records_processed: Type.Integer({ description: 'Rows that were read' }),
    field_profiles_count: Type.Integer({ description: 'Fields that were measured' }),
    checks_synchronized: Type.Integer({ description: 'Inferred checks in force afterwards' }),
    result: described(Type.Enum(scanResults), 'How it ended, or how far it is'),
    message: nullable(Type.String(), 'A sentence for people; null: there is nothing to say'),
  },
  { title: 'ContainerProfile', description: 'What a run measured in one container, in numbers' },
)
export type ContainerProfile = Static<typeof ContainerProfile>

/** The figures of one field at one time, with those that show its values withheld where it is masked. */
export const FieldProfile = Type.Object({
  id: described(Id, 'Unique among its kind'),
  field_id: described(Id, 'The field'),
  container_profile_id: described(Id, 'The measuring that it is part of'),
  name: Type.String({ description: 'The name of the field' }),
  status: described(Type.Enum(fieldStatuses), 'How the field is now'),
  masked: Type.Boolean({ description: 'True: figures that show values are withheld here' }),
  created: described(Timestamp, 'When it was measured'),
  container: described(ContainerStub, 'The container of the field'),
  ...part,
  quality_check_count: Type.Integer({ description: 'Active checks that name the field now' }),
  anomaly_count: Type.Integer({ description: 'Open anomalies now that such checks found' }),
  ...FieldMetrics.properties,
})
export type FieldProfile = Static<typeof FieldProfile>

/** The same with its histogram in the form that charts take. */
export const SingleFieldProfile = Type.Object(
  {
    ...FieldProfile.properties,
    histogram: Type.Object(
      {
        labels: described(Type.Array(nullable(Type.String())), 'The values, the most frequent first'),
        data: described(Type.Array(Type.Integer()), 'The number of rows of each'),
      },
      { title: 'Histogram', description: 'The buckets in two lists' },
    ),
  },
  {
    title: 'SingleFieldProfile',
    description: 'What was measured in one field, with its histogram in two lists',
  },
)
export type SingleFieldProfile = Static<typeof SingleFieldProfile>

const figure = Type.Union([Type.Number(), Type.String(), Type.Boolean(), Type.Null()])

/** A metric that two profiles do not agree in. */
const MetricDifference = Type.Object(
  {
    metric: Type.String({
      description: 'Its name; the share of one value is histogram_buckets and the value in brackets',
    }),
    left: described(figure, 'The figure of the left profile; null: it has none'),
    right: described(figure, 'The figure of the right profile; null: it has none'),
    difference: nullable(Type.Number(), 'By how much the right one is above the left one; null: no numbers'),
    ratio: nullable(Type.Number(), 'That as a share of the size of the left one; null: that is 0 or none'),
  },
  { title: 'MetricDifference', description: 'A metric that moved between two profiles' },
)
export type MetricDifference = Static<typeof MetricDifference>

/** Two profiles side by side. */
export const FieldProfileComparison = Type.Object(
  {
    left: described(FieldProfile, 'The profile to compare with'),
    right: described(FieldProfile, 'The profile that is compared'),
    differences: described(
      Type.Array(MetricDifference),
      'What moved; metrics that are withheld are left out',
    ),
  },
  { title: 'FieldProfileComparison', description: 'What moved between two profiles, and by how much' },
)
