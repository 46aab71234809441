import { Type } from 'typebox'
import { not, userExpression } from '../sql/build.ts'
import { defineRowRule } from './rule.ts'

/** A person's own condition holds for every row. */
export default defineRowRule({
  type: 'satisfiesExpression',
  title: 'Satisfies Expression',
  description:
    "The condition holds for every row: a row fails when it is FALSE. A condition that yields NULL passes; add `is not null` where that matters. The condition is SQL of the datastore's own engine.",
  scope: 'calculated',
  accepts: 'all',
  properties: Type.Object(
    {
      expression: Type.String({
        minLength: 1,
        maxLength: 100_000,
        description: "A condition in SQL of the datastore's own engine.",
      }),
    },
    { additionalProperties: false },
  ),
  filterable: true,
  supports_coverage: true,
  weight: 3,
  sql_properties: { own: ['expression'] },
  subject: 'row',
  failing: ({ properties: { expression } }) => not(userExpression(expression)),
  says: ({ properties: { expression } }) => ({
    record: `The record does not satisfy the expression: ${expression}`,
    shape: `do not satisfy the expression: ${expression}`,
  }),
  examples: [
    {
      shows: 'FALSE fails, NULL passes',
      columns: { price: 'Fractional', discount: 'Fractional' },
      rows: [
        [10, 1],
        [1, 10],
        [1, null],
        [null, null],
      ],
      given: { fields: [], properties: { expression: 'discount <= price' } },
      failing: [1],
    },
    {
      shows: 'texts with quotes, and a comment at the end',
      columns: { name: 'String', origin: 'String' },
      rows: [
        ["O'Brien", 'IE'],
        ['Müller; drop', 'IE'],
        ['Müller; drop', null],
      ],
      given: {
        fields: ['name', 'origin'],
        properties: { expression: "name = 'O''Brien' or origin <> 'IE' -- only there" },
      },
      failing: [1],
    },
    {
      shows: 'rows outside the filter are not judged',
      columns: { price: 'Fractional', region: 'String' },
      rows: [
        [-1, 'north'],
        [-1, 'south'],
        [null, 'north'],
      ],
      given: { fields: [], properties: { expression: 'price >= 0' }, filter: "region = 'north'" },
      failing: [0],
    },
  ],
})
