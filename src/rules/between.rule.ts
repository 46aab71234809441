import { Type } from 'typebox'
import { invalidMember } from '../kernel/errors.ts'
import { optional } from '../model/wire.ts'
import { above, atLeast, atMost, below, column, or } from '../sql/build.ts'
import { refuseEmptyNumbers } from './change.ts'
import { numeral } from './literals.ts'
import { Numeral } from './properties.ts'
import { defineRowRule } from './rule.ts'

/** Every value lies between min and max; each bound may be absent, and is included unless its flag says otherwise. */
export default defineRowRule({
  type: 'between',
  title: 'Between',
  description:
    'Every value lies between the two bounds, which count as inside unless excluded. NULL passes; NaN is above every number, so it fails an upper bound.',
  scope: 'single',
  accepts: ['Integral', 'Fractional'],
  properties: Type.Object(
    {
      min: optional(Numeral('The lower bound; none when left out.')),
      inclusive_min: optional(Type.Boolean({ description: 'Whether min itself passes (default true).' })),
      max: optional(Numeral('The upper bound; none when left out.')),
      inclusive_max: optional(Type.Boolean({ description: 'Whether max itself passes (default true).' })),
    },
    { additionalProperties: false },
  ),
  filterable: true,
  supports_coverage: true,
  weight: 2,
  feeds: 'precision',
  validate({ properties: { min, max } }) {
    if (min == null && max == null) throw invalidMember(['properties', 'min'], 'Give min, max or both.')
  },
  validateAlone({ min, max, inclusive_min, inclusive_max }) {
    refuseEmptyNumbers({ min, max }, 'value', inclusive_min === false || inclusive_max === false)
  },
  failing({ field, properties: { min, max, inclusive_min, inclusive_max } }) {
    const value = column(field)
    const tooLow = min == null ? [] : [((inclusive_min ?? true) ? below : atMost)(value, numeral(min, 'min'))]
    const tooHigh =
      max == null ? [] : [((inclusive_max ?? true) ? above : atLeast)(value, numeral(max, 'max'))]
    return or(...tooLow, ...tooHigh)
  },
  says({ properties: { min, max } }) {
    const bounds = `between ${min ?? 'any value'} and ${max ?? 'any value'}`
    return { record: `is not ${bounds}`, shape: `are not ${bounds}` }
  },
  examples: [
    {
      shows: 'both bounds are inside; NULL passes',
      columns: { age: 'Integral' },
      rows: [[0], [120], [-1], [121], [null]],
      given: { fields: ['age'], properties: { min: 0, max: 120 } },
      failing: [2, 3],
    },
    {
      // The type of a column of a file is what its values were so far.
      shows: 'bounds between which no whole number lies fail all of them',
      columns: { rate: 'Integral' },
      rows: [[0], [1], [2], [-9_007_199_254_740_991], [null]],
      given: { fields: ['rate'], properties: { min: 1.2, max: 1.8 } },
      failing: [0, 1, 2, 3],
    },
    {
      shows: 'an excluded bound, and no upper one',
      columns: { price: 'Fractional' },
      rows: [[0], [0.01], [1e9]],
      given: { fields: ['price'], properties: { min: 0, inclusive_min: false } },
      failing: [0],
    },
  ],
})
