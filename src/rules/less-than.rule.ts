import { Type } from 'typebox'
import { optional } from '../model/wire.ts'
import { above, atLeast, column } from '../sql/build.ts'
import { numeral } from './literals.ts'
import { Numeral } from './properties.ts'
import { defineRowRule } from './rule.ts'

/** Every value is below the bound. */
export default defineRowRule({
  type: 'lessThan',
  title: 'Less Than',
  description:
    'Every value is less than the given one (or equal to it when inclusive). NULL passes; NaN is above every number and fails.',
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
    ((inclusive ?? false) ? above : atLeast)(column(field), numeral(value)),
  says({ properties: { value, inclusive } }) {
    const bound = (inclusive ?? false) ? `less than or equal to ${value}` : `less than ${value}`
    return { record: `is not ${bound}`, shape: `are not ${bound}` }
  },
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
