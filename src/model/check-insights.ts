import { Type, type Static } from 'typebox'
import { assertionResults } from './check.ts'
import { described, Id, nullable, Timestamp } from './wire.ts'

const Day = Type.String({ format: 'date' })

/** The verdicts on a check by day: the last run of each day in full, all of them in the totals. Days without a run are absent. */
export const CheckInsights = Type.Object({
  generated_at: described(Timestamp, 'When the report was made'),
  start_date: described(Day, 'The first day, included'),
  end_date: described(Day, 'The last day, included'),
  timeframe: nullable(Type.String({ description: 'Null where the dates were given' })),
  daily_assertion_measured: described(
    Type.Array(
      Type.Object(
        {
          date: described(Day, 'The day'),
          latest_scan_id: described(Id, 'The last run of the day'),
          latest_container_scan_id: described(Id, 'Its scan of the container'),
          latest_container_scan_start_time: described(Timestamp, 'When that began'),
          latest_partition_scan_id: nullable(Id, 'The partition scan, where there was one; else null'),
          latest_assertion_result: described(Type.Enum(assertionResults), 'What it concluded of the check'),
          latest_asserted_records: nullable(
            Type.Integer(),
            'How many rows it judged; null: rows are not what the check judges',
          ),
          latest_anomalous_records: nullable(
            Type.Integer(),
            'How many of them failed; null: rows are not what the check judges',
          ),
          total_scans: Type.Integer({ description: 'How many runs of the day judged the check' }),
          total_asserted_records: Type.Integer({ description: 'How many rows they judged together' }),
          total_anomalous_records: Type.Integer({ description: 'How many rows failed in them together' }),
        },
        { title: 'DailyAssertion', description: 'What one check concluded on one day' },
      ),
    ),
    'A day each, the earliest first; days without a run are absent',
  ),
})
export type CheckInsights = Static<typeof CheckInsights>
