import { Type } from 'typebox'
import { optional } from '../model/wire.ts'
import { relationOf, relationType, withShortComparison } from './comparisons.ts'
import { defineGroupedRule } from './rule.ts'

/** The number of different values stands in a relation to the given one. */
export default defineGroupedRule({
  type: 'distinctCount',
  title: 'Distinct Count',
  description:
    'The number of different values among all filtered rows of the container, counted exactly, stands in the given relation to a number. NULL is no value, NaN is one.',
  scope: 'single',
  accepts: 'all',
  properties: Type.Object(
    {
      comparison: optional(relationType('How the count must stand to `value`')),
      value: Type.Integer({ minimum: 0, description: 'The number that the count is compared with.' }),
    },
    { additionalProperties: false },
  ),
  filterable: true,
  supports_coverage: false,
  weight: 1,
  kept: withShortComparison,
  offending: 'none',
  judge({ groups }, _asserted, { field, properties: { comparison, value } }) {
    const relation = relationOf(comparison)
    return {
      failed: !relation.holds(groups, value),
      anomalous_records: null,
      says: `The distinct count of \`${field.name}\` is ${groups}, which is not ${relation.words} ${value}.`,
    }
  },
  examples: [
    {
      shows: 'equal by default; NULL is not counted, the empty text is',
      columns: { code: 'String' },
      rows: [['a'], ['a'], ['A'], [''], [null], [null]],
      given: { fields: ['code'], properties: { value: 3 } },
      fails: false,
    },
    {
      shows: 'a relation in words',
      columns: { code: 'Integral' },
      rows: [[9007199254740993n], [9007199254740992n], [null]],
      given: { fields: ['code'], properties: { comparison: 'less than', value: 2 } },
      fails: { anomalous_records: null },
    },
    {
      shows: 'the same relation in short, over the filtered rows',
      columns: { code: 'Integral', region: 'String' },
      rows: [
        [1, 'north'],
        [2, 'south'],
      ],
      given: {
        fields: ['code'],
        properties: { comparison: 'lt', value: 2 },
        filter: "region = 'north'",
      },
      fails: false,
    },
  ],
})
