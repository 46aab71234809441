import { Type } from 'typebox'
import { optional } from '../model/wire.ts'
import { not, or } from '../sql/build.ts'
import { numeral } from './literals.ts'
import { Numeral, NumericComparator } from './properties.ts'
import { defineRowRule } from './rule.ts'
import { numbersMeet } from './tolerance.ts'

/** Every chosen field holds the given number. */
export default defineRowRule({
  type: 'equalTo',
  title: 'Equal To',
  description:
    'Every chosen field equals the given number within the tolerance: a row fails once when any of them differs. A field that is NULL passes; NaN equals no number and fails.',
  scope: 'multi',
  accepts: ['Integral', 'Fractional'],
  properties: Type.Object(
    {
      value: Numeral('The number.'),
      inclusive: optional(
        Type.Boolean({
          description: 'Whether a difference of exactly the tolerance still counts as equal (default true).',
        }),
      ),
      numeric_comparator: optional(NumericComparator),
    },
    { additionalProperties: false },
  ),
  filterable: true,
  supports_coverage: true,
  weight: 2,
  feeds: 'precision',
  subject: 'row',
  validate({ properties: { value } }) {
    numeral(value)
  },
  failing({ fields, properties: { value, inclusive, numeric_comparator } }) {
    const other = { expression: numeral(value), exact: !/[.e]/.test(String(value)) }
    return or(...fields.map((field) => not(numbersMeet(field, other, numeric_comparator, inclusive ?? true))))
  },
  // Within a tolerance only the store can tell.
  blames: (cell, { value, numeric_comparator = null }) =>
    cell !== null && (numeric_comparator !== null || JSON.stringify(cell) !== String(value)),
  says({ fields, properties: { value } }) {
    const names = fields.map(({ name }) => `\`${name}\``).join(', ')
    return {
      record:
        fields.length === 1
          ? `${names} is not equal to ${value}.`
          : `Not all of ${names} are equal to ${value}.`,
      shape: `are not equal to ${value}`,
    }
  },
  examples: [
    {
      shows: 'NULL passes; whole numbers are exact beyond 2^53 when written as text',
      columns: { version: 'Integral' },
      rows: [[9007199254740993n], [9007199254740992n], [null]],
      given: { fields: ['version'], properties: { value: '9007199254740993' } },
      failing: [1],
    },
    {
      shows: 'several fields and a tolerance, met exactly',
      columns: { first: 'Fractional', second: 'Fractional' },
      rows: [
        [1, 1.1],
        [1, 1.11],
        [0.9, null],
        [null, 2],
      ],
      given: {
        fields: ['first', 'second'],
        properties: { value: 1, numeric_comparator: { epsilon: 0.1 } },
      },
      failing: [1, 3],
    },
    {
      shows: 'zero equals negative zero; exclusive without a tolerance is plain equality',
      columns: { delta: 'Fractional' },
      rows: [[0], [-0], [1e-9], [null]],
      given: { fields: ['delta'], properties: { value: 0, inclusive: false } },
      failing: [2],
    },
    {
      shows: 'the farthest whole numbers, with a tolerance',
      columns: { balance: 'Integral' },
      rows: [[-9223372036854775808n], [9223372036854775807n], [1], [null]],
      given: { fields: ['balance'], properties: { value: 0, numeric_comparator: { epsilon: 1 } } },
      failing: [0, 1],
    },
  ],
})
