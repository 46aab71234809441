import { Type } from 'typebox'
import { optional } from '../model/wire.ts'
import { below, atMost, column } from '../sql/build.ts'
import { numeral } from './literals.ts'
import { Numeral } from './properties.ts'
import { defineRowRule } from './rule.ts'

/** Every value is above the bound. */
export default defineRowRule({
  type: 'greaterThan',
  title: 'Greater Than',
  description:
    'Every value is greater than the given one (or equal to it when inclusive). NULL passes, and so does NaN, which is above every number.',
  scope: 'single',
  accepts: ['Integral', 'Fractional'],
  properties: Type.Object(
    {
      value: Numeral('The bound.'),
      inclusive: optional(Type.Boolean({ description: 'Whether the bound itself passes (default false).' })),
    },
    { additionalProperties: false },
  ),
  filterable: true,
  supports_coverage: true,
  weight: 1,
  feeds: 'precision',
  validate: ({ properties: { value } }) => void numeral(value),
  failing: ({ field, properties: { value, inclusive } }) =>
    ((inclusive ?? false) ? below : atMost)(column(field), numeral(value)),
  says({ properties: { value, inclusive } }) {
    const bound = (inclusive ?? false) ? `greater than or equal to ${value}` : `greater than ${value}`
    return { record: `is not ${bound}`, shape: `are not ${bound}` }
  },
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
