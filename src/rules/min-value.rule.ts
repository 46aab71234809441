import { Type } from 'typebox'
import { optional } from '../model/wire.ts'
import { below, atMost, column } from '../sql/build.ts'
import { numeral } from './literals.ts'
import { Numeral } from './properties.ts'
import { defineRowRule } from './rule.ts'

/** No value is below the bound. */
export default defineRowRule({
  type: 'minValue',
  title: 'Min Value',
  description:
    'Every value is at least the given one (above it when inclusive is false). NULL passes, and so does NaN, which is above every number.',
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
    ((inclusive ?? true) ? below : atMost)(column(field), numeral(value)),
  says({ properties: { value, inclusive } }) {
    const bound = (inclusive ?? true) ? `greater than or equal to ${value}` : `greater than ${value}`
    return { record: `is not ${bound}`, shape: `are not ${bound}` }
  },
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
