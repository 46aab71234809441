import { Type } from 'typebox'
import { optional } from '../model/wire.ts'
import { above, atLeast, column } from '../sql/build.ts'
import { numeral } from './literals.ts'
import { Numeral } from './properties.ts'
import { defineRowRule } from './rule.ts'

/** No value is above the bound. */
export default defineRowRule({
  type: 'maxValue',
  title: 'Max Value',
  description:
    'Every value is at most the given one (below it when inclusive is false). NULL passes; NaN is above every number and fails.',
  scope: 'single',
  accepts: ['Integral', 'Fractional'],
  properties: Type.Object(
    {
      value: Numeral('The bound.'),
      inclusive: optional(Type.Boolean({ description: 'Whether the bound itself passes (default true).' })),
    },
    { additionalProperties: false },
  ),
  filterable: true,
  supports_coverage: true,
  weight: 1,
  feeds: 'precision',
  validate: ({ properties: { value } }) => void numeral(value),
  failing: ({ field, properties: { value, inclusive } }) =>
    ((inclusive ?? true) ? above : atLeast)(column(field), numeral(value)),
  says({ properties: { value, inclusive } }) {
    const bound = (inclusive ?? true) ? `less than or equal to ${value}` : `less than ${value}`
    return { record: `is not ${bound}`, shape: `are not ${bound}` }
  },
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
