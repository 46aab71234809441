import { numberBound } from './number-bound.ts'
import { defineRowRule } from './rule.ts'

/** Every value is below the bound. */
export default defineRowRule({
  ...numberBound('less', false),
  type: 'lessThan',
  title: 'Less Than',
  description:
    'Every value is less than the given one (or equal to it when inclusive). NULL passes; NaN is above every number and fails.',
  examples: [
    {
      shows: 'the bound fails; NULL passes',
      columns: { quantity: 'Integral' },
      rows: [[99], [100], [101], [null]],
      given: { fields: ['quantity'], properties: { value: 100 } },
      failing: [1, 2],
    },
    {
      shows: 'an included bound, and whole numbers beyond 2^53',
      columns: { counter: 'Integral' },
      rows: [[9007199254740992n], [9007199254740993n], [null]],
      given: { fields: ['counter'], properties: { value: 9007199254740992, inclusive: true } },
      failing: [1],
    },
  ],
})
