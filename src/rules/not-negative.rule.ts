import { below, column, number } from '../sql/build.ts'
import { defineRowRule, noProperties } from './rule.ts'

/** No value is below zero. */
export default defineRowRule({
  type: 'notNegative',
  title: 'Not Negative',
  description:
    'No value is below zero; zero, negative zero, NULL and NaN (which is above every number) pass.',
  scope: 'single',
  accepts: ['Integral', 'Fractional'],
  properties: noProperties,
  filterable: true,
  supports_coverage: true,
  weight: 1,
  feeds: 'precision',
  failing: ({ field }) => below(column(field), number(0)),
  says: () => ({ record: 'is negative', shape: 'are negative' }),
  examples: [
    {
      shows: 'zero and negative zero are not negative; NULL passes',
      columns: { amount: 'Fractional' },
      rows: [[0], [-0], [0.01], [-0.01], [null]],
      given: { fields: ['amount'] },
      failing: [3],
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
