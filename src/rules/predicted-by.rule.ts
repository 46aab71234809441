import { Type } from 'typebox'
import { above, and, call, cast, column, equal, not, number, userExpression } from '../sql/build.ts'
import { defineRowRule } from './rule.ts'
import { isFar } from './tolerance.ts'

/** Every value lies close to what an expression over the same row gives. */
export default defineRowRule({
  type: 'predictedBy',
  title: 'Predicted By',
  description:
    "Every value differs from the expression's value in the same row by no more than the tolerance, which counts milliseconds for dates and times. A row passes when the field or the expression is NULL.",
  scope: 'single',
  accepts: ['Integral', 'Fractional', 'Date', 'Timestamp'],
  properties: Type.Object(
    {
      expression: Type.String({
        minLength: 1,
        maxLength: 100_000,
        description: "SQL of the datastore's own engine that yields a number, a date or a time.",
      }),
      tolerance: Type.Number({ minimum: 0, description: 'The largest difference that passes.' }),
    },
    { additionalProperties: false },
  ),
  filterable: true,
  supports_coverage: true,
  weight: 3,
  feeds: 'precision',
  sql_properties: { own: ['expression'] },
  failing({ field, properties: { expression, tolerance } }) {
    const predicted = userExpression(expression)
    if (field.type === 'Date' || field.type === 'Timestamp') {
      const distance = call('millis_between', cast(predicted, 'timestamp'), column(field))
      return above(call('abs', distance), number(tolerance))
    }
    // The difference of two infinities, or of two NaN, is NaN, which lies far from everything. No arithmetic tells that these are
    // equal, so the expression is written a second time: behind the first, where engines reach it for the rows that are far.
    return and(isFar(field, predicted, tolerance), not(equal(column(field), predicted)))
  },
  says({ properties: { expression, tolerance } }) {
    const range = `within ${tolerance} of ${expression}`
    return { record: `is not ${range}`, shape: `are not ${range}` }
  },
  examples: [
    {
      shows: 'the tolerance itself passes; NULL on either side passes',
      columns: { tax: 'Fractional', price: 'Fractional' },
      rows: [
        [9, 100],
        [10, 100],
        [12, 100],
        [5.9, 100],
        [null, 100],
        [1, null],
      ],
      given: { fields: ['tax'], properties: { expression: 'price * 0.08', tolerance: 2 } },
      failing: [2, 3],
    },
    {
      shows: 'a tolerance of nothing, for whole numbers',
      columns: { total: 'Integral', part: 'Integral' },
      rows: [
        [4, 2],
        [5, 2],
        [-4, -2],
      ],
      given: { fields: ['total'], properties: { expression: 'part * 2', tolerance: 0 } },
      failing: [1],
    },
    {
      shows: 'times, up to a minute',
      columns: { arrived: 'Timestamp', planned: 'Timestamp' },
      rows: [
        ['2024-03-01 00:00:30', '2024-02-29 23:59:30'],
        ['2024-03-01 00:00:30.001', '2024-02-29 23:59:30'],
        ['2024-03-01 00:00:00', null],
      ],
      given: { fields: ['arrived'], properties: { expression: 'planned', tolerance: 60000 } },
      failing: [1],
    },
  ],
})
