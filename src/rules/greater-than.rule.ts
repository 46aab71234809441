import { numberBound } from './number-bound.ts'
import { defineRowRule } from './rule.ts'

/** Every value is above the bound. */
export default defineRowRule({
  ...numberBound('greater', false),
  type: 'greaterThan',
  title: 'Greater Than',
  description:
    'Every value is greater than the given one (or equal to it when inclusive). NULL passes, and so does NaN, which is above every number.',
  examples: [
    {
      shows: 'the bound fails; NULL passes',
      columns: { quantity: 'Integral' },
      rows: [[1], [0], [-1], [null]],
      given: { fields: ['quantity'], properties: { value: 0 } },
      failing: [1, 2],
    },
    {
      shows: 'an included bound below zero',
      columns: { balance: 'Fractional' },
      rows: [[-10.5], [-10.51], [0], [null]],
      given: { fields: ['balance'], properties: { value: -10.5, inclusive: true } },
      failing: [1],
    },
  ],
})
