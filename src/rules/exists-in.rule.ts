import { amongValues } from './among-values.ts'
import { defineReferenceRule } from './rule.ts'

/** Every value is among the values of another container's field. */
export default defineReferenceRule({
  ...amongValues('absent'),
  type: 'existsIn',
  title: 'Exists In',
  description:
    "Every value occurs among the values of another container's field, in the same datastore or in any other. NULL passes, and NULL there matches nothing.",
  examples: [
    {
      shows: 'a value that is not there fails; NULL passes',
      columns: { country: 'String' },
      rows: [['FR'], ['XX'], [null], ['fr']],
      given: { fields: ['country'], properties: { field_name: 'code', ref_container_id: 1 } },
      references: { 1: { columns: { code: 'String' }, rows: [['FR'], ['DE'], [null]] } },
      failing: [1, 3],
    },
    {
      shows: 'only the rows that pass the filter of the other container hold values',
      columns: { customer: 'Integral' },
      rows: [[1], [2], [9007199254740993n]],
      given: {
        fields: ['customer'],
        properties: { field_name: 'id', ref_container_id: 1, ref_filter: 'active = 1' },
      },
      references: {
        1: {
          columns: { id: 'Integral', active: 'Integral' },
          rows: [
            [1, 1],
            [2, 0],
            [9007199254740993n, 1],
          ],
        },
      },
      failing: [1],
    },
  ],
})
