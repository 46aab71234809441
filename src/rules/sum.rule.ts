import { Type } from 'typebox'
import { cellForPerson, cellToNumber } from '../kernel/cell.ts'
import { column } from '../sql/build.ts'
import { defineAggregateRule } from './rule.ts'

/** The sum of the filtered values is the given number. */
export default defineAggregateRule({
  type: 'sum',
  title: 'Sum',
  description:
    'The sum of all filtered values equals the given value; NULL adds nothing and no rows sum to 0. With NaN among the values the sum is NaN, which fails. A coverage is accepted and has no meaning for one number.',
  scope: 'single',
  accepts: ['Integral', 'Fractional'],
  properties: Type.Object(
    { value: Type.Number({ description: 'What the sum must be.' }) },
    { additionalProperties: false },
  ),
  filterable: true,
  supports_coverage: true,
  weight: 1,
  measures: ({ field }) => ({ total: { aggregate: 'sum', of: column(field) } }),
  judge({ total = null }, _asserted, { field, properties: { value } }) {
    // Sums of binary fractions differ in their last digits with the order of addition; 1e-9 of the size is below that noise.
    const difference = Math.abs(cellToNumber(total) - value)
    return {
      failed: !(difference <= 1e-9 * Math.abs(value)),
      anomalous_records: null,
      says: `The sum of \`${field.name}\` is ${total === null ? 0 : cellForPerson(total)}, not ${value}.`,
    }
  },
  examples: [
    {
      shows: 'NULL adds nothing',
      columns: { share: 'Integral' },
      rows: [[60], [40], [null]],
      given: { fields: ['share'], properties: { value: 100 } },
      fails: false,
    },
    {
      shows: 'the filter decides what is summed',
      columns: { share: 'Integral', kind: 'String' },
      rows: [
        [60, 'a'],
        [40, 'b'],
      ],
      given: { fields: ['share'], properties: { value: 100 }, filter: "kind = 'a'" },
      fails: { anomalous_records: null },
    },
    {
      shows: 'coverage changes nothing',
      columns: { share: 'Integral' },
      rows: [[60], [40]],
      given: { fields: ['share'], properties: { value: 99 }, coverage: 0.5 },
      fails: { anomalous_records: null },
    },
  ],
})
