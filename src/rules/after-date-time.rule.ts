import { momentBound } from './moment-bound.ts'
import { defineRowRule } from './rule.ts'

/** Every date or time lies strictly later than the given one. */
export default defineRowRule({
  ...momentBound('later'),
  type: 'afterDateTime',
  title: 'After Date Time',
  examples: [
    {
      shows: 'the given time fails; a zone is taken into account; NULL passes',
      columns: { sent: 'Timestamp' },
      rows: [['2024-02-29 10:00:00.001'], ['2024-02-29 10:00:00'], ['2024-02-29 09:59:59.999'], [null]],
      given: { fields: ['sent'], properties: { datetime: '2024-02-29T12:00:00+02:00' } },
      failing: [1, 2],
    },
    {
      shows: 'dates are compared by days',
      columns: { due: 'Date' },
      rows: [['2024-02-28'], ['2024-02-29'], ['2024-03-01'], [null]],
      given: { fields: ['due'], properties: { datetime: '2024-02-29 12:00:00' } },
      failing: [0, 1],
    },
  ],
})
