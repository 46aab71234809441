import { atMost, column, number } from '../sql/build.ts'
import { defineRowRule, noProperties } from './rule.ts'

/** Every value is above zero. */
export default defineRowRule({
  type: 'positive',
  title: 'Positive',
  description:
    'Every value is above zero; zero fails, NULL passes, and so does NaN, which is above every number.',
  scope: 'single',
  accepts: ['Integral', 'Fractional'],
  properties: noProperties,
  filterable: true,
  supports_coverage: true,
  weight: 1,
  feeds: 'precision',
  failing: ({ field }) => atMost(column(field), number(0)),
  says: () => ({ record: 'is not positive', shape: 'are not positive' }),
  examples: [
    {
      shows: 'zero fails, with either sign; NULL passes',
      columns: { amount: 'Fractional' },
      rows: [[0], [-0], [0.01], [-0.01], [null]],
      given: { fields: ['amount'] },
      failing: [0, 1, 3],
    },
    {
      shows: 'whole numbers of every size',
      columns: { counter: 'Integral' },
      rows: [[9007199254740993n], [-9007199254740993n], [1], [null]],
      given: { fields: ['counter'] },
      failing: [1],
    },
  ],
})
