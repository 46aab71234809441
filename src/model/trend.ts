import { Type, type Static } from 'typebox'
import { DatastoreReference } from './datastore-record.ts'
import { timeframes } from './timeframe.ts'
import { described, nullable } from './wire.ts'

const count = (description: string) => Type.Integer({ minimum: 0, description })

/** How the work on a datastore stood on one day. */
const TrendDay = Type.Object(
  {
    date: Type.String({ format: 'date', description: 'The day' }),
    open_anomalies: count(
      'Anomalies that were open at its end, or are now; those deleted since are not counted',
    ),
    checks_passed: count('Checks whose last verdict on the day was passed'),
    checks_failed: count('Checks whose last verdict on the day was failed'),
    checks_unasserted: count('Checks without a verdict from the last scan on the day that had them'),
    records_scanned: count('Records that scans read that ended on the day'),
  },
  { title: 'TrendDay', description: 'How the work on a datastore stood on one day' },
)
export type TrendDay = Static<typeof TrendDay>

/** How the work on each datastore went, day by day. */
export const Trends = Type.Object({
  start_date: Type.String({ format: 'date', description: 'The first day' }),
  end_date: Type.String({ format: 'date', description: 'The last day' }),
  timeframe: nullable(Type.Enum(timeframes), 'The time that was asked for; null: days were given'),
  datastores: described(
    Type.Array(
      Type.Object(
        {
          datastore: described(DatastoreReference, 'The datastore'),
          days: described(Type.Array(TrendDay), 'Every day of the time, in order'),
        },
        { title: 'DatastoreTrend', description: 'How the work on one datastore went' },
      ),
    ),
    'The datastores that the caller may see, by name',
  ),
})
export type Trends = Static<typeof Trends>
