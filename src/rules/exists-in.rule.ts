import { ReferencedField, referencedValues, validateReferencedField } from './reference-properties.ts'
import { scalarTypes } from './literals.ts'
import { defineReferenceRule } from './rule.ts'

/** Every value is among the values of another container's field. */
export default defineReferenceRule({
  type: 'existsIn',
  title: 'Exists In',
  description:
    "Every value occurs among the values of another container's field, in the same datastore or in any other. NULL passes, and NULL there matches nothing.",
  scope: 'single',
  accepts: scalarTypes,
  properties: ReferencedField,
  filterable: true,
  supports_coverage: true,
  weight: 2,
  fails_when: 'absent',
  sql_properties: { referenced: ['ref_filter'], conditions: ['ref_filter'] },
  references: ({ ref_container_id }) => [ref_container_id],
  validate: validateReferencedField,
  values: referencedValues,
  says({ properties, referenced }) {
    const other = `\`${properties.field_name}\` of \`${referenced(properties.ref_container_id, 'ref_container_id').name}\``
    return { record: `does not exist in ${other}`, shape: `do not exist in ${other}` }
  },
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
