import { numberBound } from './number-bound.ts'
import { defineRowRule } from './rule.ts'

/** No value is above the bound. */
export default defineRowRule({
  ...numberBound('less', true),
  type: 'maxValue',
  title: 'Max Value',
  description:
    'Every value is at most the given one (below it when inclusive is false). NULL passes; NaN is above every number and fails.',
  examples: [
    {
      shows: 'the bound passes; NULL passes',
      columns: { age: 'Integral' },
      rows: [[120], [121], [-1], [null]],
      given: { fields: ['age'], properties: { value: 120 } },
      failing: [1],
    },
    {
      shows: 'an excluded bound, and decimals',
      columns: { share: 'Fractional' },
      rows: [[1], [0.999], [1.001], [null]],
      given: { fields: ['share'], properties: { value: 1, inclusive: false } },
      failing: [0, 2],
    },
  ],
})
