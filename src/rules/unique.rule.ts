import { onlyElementContext } from './properties.ts'
import { defineGroupedRule } from './rule.ts'

/** No value, or combination of values, occurs twice. */
export default defineGroupedRule({
  type: 'unique',
  title: 'Unique',
  description:
    'No value (or combination of values) occurs more than once. Every row beyond the first of its kind counts as anomalous; a row with a NULL among the fields is never a duplicate, as in SQL. NaN is one value.',
  scope: 'multi',
  accepts: 'all',
  properties: onlyElementContext,
  filterable: true,
  supports_coverage: true,
  weight: 2,
  offending: 'duplicates',
  judge({ surplus }, asserted, { fields, records }) {
    const percentage = asserted === 0 ? 0 : (surplus / asserted) * 100
    const names = fields.map((field) => `\`${field.name}\``).join(', ')
    return {
      failed: surplus > 0,
      anomalous_records: surplus,
      says: `In ${names}, ${percentage.toFixed(3)}% of ${asserted} ${records} (${surplus}) are not unique.`,
    }
  },
  examples: [
    {
      shows: 'the second of two equal rows is the anomalous one; NULLs are not equal',
      columns: { code: 'String' },
      rows: [['a'], ['b'], ['b'], [null], [null]],
      given: { fields: ['code'] },
      fails: { anomalous_records: 1 },
    },
    {
      shows: 'several fields count together',
      columns: { day: 'String', shop: 'Integral' },
      rows: [
        ['mon', 1],
        ['mon', 2],
        ['tue', 1],
      ],
      given: { fields: ['day', 'shop'] },
      fails: false,
    },
  ],
})
