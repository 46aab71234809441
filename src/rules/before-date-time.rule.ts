import { Type } from 'typebox'
import { atLeast, column } from '../sql/build.ts'
import { momentFor } from './literals.ts'
import { Moment } from './properties.ts'
import { defineRowRule } from './rule.ts'

/** Every date or time lies strictly earlier than the given one. */
export default defineRowRule({
  type: 'beforeDateTime',
  title: 'Before Date Time',
  description:
    'Every value is earlier than the given date or time, which itself fails. NULL passes. A Date field is compared by days.',
  scope: 'single',
  accepts: ['Date', 'Timestamp'],
  properties: Type.Object({ datetime: Moment }, { additionalProperties: false }),
  filterable: true,
  supports_coverage: true,
  weight: 1,
  feeds: 'precision',
  validate({ field, properties: { datetime } }) {
    momentFor(field, datetime, 'datetime')
  },
  failing: ({ field, properties: { datetime } }) =>
    atLeast(column(field), momentFor(field, datetime, 'datetime')),
  says: ({ properties: { datetime } }) => ({
    record: `is not earlier than ${datetime}`,
    shape: `are not earlier than ${datetime}`,
  }),
  examples: [
    {
      shows: 'the given time fails; a zone is taken into account; NULL passes',
      columns: { sent: 'Timestamp' },
      rows: [['2024-02-29 10:00:00.001'], ['2024-02-29 10:00:00'], ['2024-02-29 09:59:59.999'], [null]],
      given: { fields: ['sent'], properties: { datetime: '2024-02-29T12:00:00+02:00' } },
      failing: [0, 1],
    },
    {
      shows: 'dates are compared by days',
      columns: { due: 'Date' },
      rows: [['2024-02-28'], ['2024-02-29'], ['2024-03-01'], [null]],
      given: { fields: ['due'], properties: { datetime: '2024-02-29 12:00:00' } },
      failing: [1, 2],
    },
  ],
})
