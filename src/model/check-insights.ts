import { Type, type Static } from 'typebox'
import { assertionResults } from './check.ts'
import { Id, nullable, Timestamp } from './wire.ts'

const Day = Type.String({ format: 'date' })

/** What a check concluded, day by day: the last run of each day in full, all of them in the totals. Days without a run are absent. */
export const CheckInsights = Type.Object({
  generated_at: Timestamp,
  start_date: Day,
  end_date: Day,
  timeframe: nullable(Type.String({ description: 'Null where the dates were given' })),
  daily_assertion_measured: Type.Array(
    Type.Object({
      date: Day,
      latest_scan_id: Id,
      latest_container_scan_id: Id,
      latest_container_scan_start_time: Timestamp,
      latest_partition_scan_id: nullable(Id),
      latest_assertion_result: Type.Enum(assertionResults),
      latest_asserted_records: nullable(Type.Integer()),
      latest_anomalous_records: nullable(Type.Integer()),
      total_scans: Type.Integer(),
      total_asserted_records: Type.Integer(),
      total_anomalous_records: Type.Integer(),
    }),
  ),
})
export type CheckInsights = Static<typeof CheckInsights>
