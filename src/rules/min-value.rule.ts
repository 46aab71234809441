import { numberBound } from './number-bound.ts'
import { defineRowRule } from './rule.ts'

/** No value is below the bound. */
export default defineRowRule({
  ...numberBound('greater', true),
  type: 'minValue',
  title: 'Min Value',
  description:
    'Every value is at least the given one (above it when inclusive is false). NULL passes, and so does NaN, which is above every number.',
  examples: [
    {
      shows: 'the bound passes; NULL passes',
      columns: { age: 'Integral' },
      rows: [[18], [17], [-18], [null]],
      given: { fields: ['age'], properties: { value: 18 } },
      failing: [1, 2],
    },
    {
      shows: 'an excluded bound, and decimals',
      columns: { price: 'Fractional' },
      rows: [[0], [-0.01], [0.01], [null]],
      given: { fields: ['price'], properties: { value: 0, inclusive: false } },
      failing: [0, 1],
    },
  ],
})
