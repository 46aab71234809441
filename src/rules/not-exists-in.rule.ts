import { amongValues } from './among-values.ts'
import { defineReferenceRule } from './rule.ts'

/** No value is among the values of another container's field. */
export default defineReferenceRule({
  ...amongValues('present'),
  type: 'notExistsIn',
  title: 'Not Exists In',
  description:
    "No value occurs among the values of another container's field, in the same datastore or in any other. NULL passes.",
  examples: [
    {
      shows: 'a value that is there fails; NULL passes on both sides',
      columns: { mail: 'String' },
      rows: [['a@x.org'], ['b@x.org'], [null], ['']],
      given: { fields: ['mail'], properties: { field_name: 'mail', ref_container_id: 1 } },
      references: { 1: { columns: { mail: 'String' }, rows: [['b@x.org'], ['b@x.org'], [null], ['']] } },
      failing: [1, 3],
    },
    {
      shows: 'days are compared as days; the filter decides which rows are judged',
      columns: { day: 'Date', kind: 'String' },
      rows: [
        ['2024-02-29', 'open'],
        ['2024-02-29', 'shut'],
        ['2024-03-01', 'open'],
      ],
      given: {
        fields: ['day'],
        properties: { field_name: 'holiday', ref_container_id: 1 },
        filter: "kind = 'open'",
      },
      references: { 1: { columns: { holiday: 'Date' }, rows: [['2024-02-29']] } },
      failing: [0],
    },
  ],
})
