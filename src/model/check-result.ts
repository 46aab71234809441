import { Type } from 'typebox'
import { assertionResults } from './check.ts'
import { described, Id, nullable, Timestamp } from './wire.ts'

const short = {
  container_scan_id: described(Id, 'The scan of the container that judged the check'),
  assertion_result: described(Type.Enum(assertionResults), 'What it concluded of the check'),
  version: nullable(Type.Integer(), 'The version of the check that it judged; null: it is not known'),
}

/** What one container scan concluded of a check, in short. */
export const RecentResult = Type.Object(short, {
  title: 'RecentResult',
  description: 'What one container scan concluded of a check',
})

/** The same with its reasons and figures. */
export const PastResult = Type.Object(
  {
    ...short,
    operation_id: described(Id, 'The run that the scan is a part of'),
    start_time: nullable(Timestamp, 'When the scan began; null: it has not'),
    assertion_details: nullable(
      Type.String(),
      'Why there is no verdict, or what it rests on where rows were not read; null: there is nothing to say',
    ),
    asserted_records: nullable(
      Type.Integer(),
      'How many rows it judged; null: rows are not what the check judges, or none could be',
    ),
    anomalous_records: nullable(
      Type.Integer(),
      'How many of them failed; null: rows are not what the check judges, or none could be',
    ),
    measurement: nullable(
      Type.Number(),
      'What the scan measured for the check; null: the rule measures nothing, or the field is masked',
    ),
  },
  { title: 'PastResult', description: 'What one container scan concluded of a check, and why' },
)
