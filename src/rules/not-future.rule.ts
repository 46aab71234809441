import { above, column } from '../sql/build.ts'
import { momentFor } from './literals.ts'
import { defineRowRule, noProperties } from './rule.ts'

/** No date or time lies after the scan. */
export default defineRowRule({
  type: 'notFuture',
  title: 'Not Future',
  description:
    'No value is later than the start of the scan (UTC); a Date field is compared with that day, which passes. NULL passes.',
  scope: 'single',
  accepts: ['Date', 'Timestamp'],
  properties: noProperties,
  filterable: true,
  supports_coverage: true,
  weight: 2,
  feeds: 'precision',
  reads_clock: true,
  failing: ({ field, now }) => above(column(field), momentFor(field, now, 'now')),
  says: () => ({ record: 'lies in the future', shape: 'lie in the future' }),
  examples: [
    {
      shows: 'the far future fails; NULL passes',
      columns: { born: 'Date' },
      rows: [['1970-01-01'], ['9998-12-31'], [null]],
      given: { fields: ['born'] },
      failing: [1],
    },
    {
      shows: 'times',
      columns: { sent: 'Timestamp' },
      rows: [['2000-02-29 23:59:59.999'], ['9998-12-31 00:00:00'], [null]],
      given: { fields: ['sent'] },
      failing: [1],
    },
  ],
})
