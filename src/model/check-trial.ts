import { Type, type Static } from 'typebox'
import { anomalyTypes } from './anomaly.ts'
import { assertionResults } from './check.ts'
import { SourceRecordField } from './container-scan-record.ts'
import { described, FreeObject, nullable, optional, SourceName } from './wire.ts'

/** Values of the variables that checks name in their SQL. */
const CheckVariables = optional(
  Type.Record(Type.String(), Type.Union([Type.String(), Type.Number(), Type.Boolean()])),
  'Values for the variables that checks name, by name',
)

/** Bounds of a trial. */
export const trialBounds = {
  max_records_analyzed_per_partition: optional(
    Type.Integer({ minimum: -1, maximum: 1_000_000 }),
    'How many rows of a partition are read at most; default 100000, and 0 and -1: all',
  ),
  check_variables: CheckVariables,
}

/** The way in which a check is tried out. */
export const DryRunInput = Type.Object(
  {
    ...trialBounds,
    include_masked: Type.Optional(
      Type.Boolean({
        description: 'True: values of masked fields are shown, and the audit log says to whom',
      }),
    ),
  },
  { title: 'DryRunInput', description: 'How a check is tried out' },
)
export type DryRunInput = Static<typeof DryRunInput>

const verdict = {
  success: Type.Boolean({ description: 'True: the check can be judged, whether or not it passes' }),
  message: Type.String({ description: 'What came of it, for people' }),
  assertion_result: described(Type.Enum(assertionResults), 'The verdict'),
  asserted_records: nullable(Type.Integer(), 'How many rows it judged; null: it could not be judged'),
  anomalous_records: nullable(
    Type.Integer(),
    'How many of them failed, 0 where what failed is no row; null: it could not be judged',
  ),
  records_processed: Type.Integer({ description: 'How many rows were read, filtered or not' }),
  sql: Type.String({ description: 'The statements that judge the check; empty where there are none' }),
  ms: Type.Integer({ description: 'How long it took, milliseconds' }),
}

/** What the validation of a check found. */
export const CheckValidation = Type.Object(verdict, {
  title: 'CheckValidation',
  description: 'What a check would say of the data as they are now; nothing is kept',
})
export type CheckValidation = Static<typeof CheckValidation>

/** An anomaly that a scan would raise. */
export const WouldBeAnomaly = Type.Object(
  {
    type: described(
      Type.Enum(anomalyTypes),
      'One failing row, or a finding about the container or many rows',
    ),
    message: Type.String({ description: 'What is wrong, for people; values of masked fields are hidden' }),
    anomalous_records_count: nullable(Type.Integer(), 'How many rows fail; null: it is not about rows'),
    partition: nullable(SourceName, 'The partition that alone it is about; null: it is about none alone'),
    records: described(
      Type.Array(Type.Integer()),
      'Which of the source records belong to it, counted from 0',
    ),
  },
  { title: 'WouldBeAnomaly', description: 'An anomaly that a scan would raise' },
)
export type WouldBeAnomaly = Static<typeof WouldBeAnomaly>

/** What a trial of a check found. */
export const CheckDryRun = Type.Object(
  {
    ...verdict,
    anomaly_count: Type.Integer({ description: 'How many anomalies a scan of these rows would find' }),
    anomalies: described(Type.Array(WouldBeAnomaly), 'The first 100 of them'),
    fields: described(Type.Array(SourceRecordField), 'The fields of the source records, in their order'),
    source_records: described(
      Type.Array(described(FreeObject, 'The row, by the names of its fields')),
      'Failing rows, at most 100; values of masked fields are hidden unless they were asked for',
    ),
  },
  { title: 'CheckDryRun', description: 'What a scan would find by a check now; nothing is kept' },
)
export type CheckDryRun = Static<typeof CheckDryRun>
