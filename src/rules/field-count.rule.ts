import { Type } from 'typebox'
import { optional } from '../model/wire.ts'
import { relationOf, relationType, withShortComparison } from './comparisons.ts'
import { defineSchemaRule } from './rule.ts'

/** The container has the given number of fields. */
export default defineSchemaRule({
  type: 'fieldCount',
  title: 'Field Count',
  description:
    'The number of fields that the source shows at the start of the scan stands in the given relation to a number, `equal to` by default. Rows and their values do not matter.',
  scope: 'none',
  accepts: 'all',
  properties: Type.Object(
    {
      comparison: optional(relationType('How the count must stand to `value`')),
      value: Type.Integer({ minimum: 0, description: 'The number that the count is compared with.' }),
    },
    { additionalProperties: false },
  ),
  filterable: false,
  supports_coverage: false,
  weight: 1,
  feeds: 'conformity',
  kept: withShortComparison,
  aborts_container: false,
  judge(observed, { container, properties: { comparison, value } }) {
    const relation = relationOf(comparison)
    return {
      failed: !relation.holds(observed.length, value),
      anomalous_records: null,
      says: `The field count of \`${container}\` is ${observed.length}, which is not ${relation.words} ${value}.`,
    }
  },
  examples: [
    {
      shows: 'fields count, not rows or values',
      columns: { id: 'Integral', name: 'String' },
      rows: [[1, null]],
      given: { fields: [], properties: { value: 2 } },
      fails: false,
    },
    {
      shows: 'one field too many, in an empty container',
      columns: { id: 'Integral', name: 'String', 'größe in €': 'String' },
      rows: [],
      given: { fields: [], properties: { value: 2 } },
      fails: { anomalous_records: null },
    },
    {
      shows: 'another relation',
      columns: { id: 'Integral', name: 'String' },
      rows: [],
      given: { fields: [], properties: { value: 2, comparison: 'gte' } },
      fails: false,
    },
  ],
})
