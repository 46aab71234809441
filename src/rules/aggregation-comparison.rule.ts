import { Type } from 'typebox'
import { opened } from '../kernel/held.ts'
import type { Quantity } from '../kernel/quantity.ts'
import { optional } from '../model/wire.ts'
import { relationOf, relationType, withShortComparison } from './comparisons.ts'
import { refuseOtherDatastore } from './other-datastore.ts'
import { defineComparisonRule } from './rule.ts'

/** An aggregate of this container stands in the given relation to one of another. */
export default defineComparisonRule({
  type: 'aggregationComparison',
  title: 'Aggregation Comparison',
  description:
    'A number computed over the filtered rows stands in the given relation to a number computed over another container (or the same one). Whole numbers and decimals are compared by every digit; where a side is a floating number, both are compared as such. It fails when either side is NULL, NaN or infinite.',
  scope: 'calculated',
  accepts: 'all',
  properties: Type.Object(
    {
      expression: Type.String({
        minLength: 1,
        description: "Aggregate in SQL of the check's own store, e.g. `sum(amount)`.",
      }),
      comparison: optional(relationType('How `expression` must stand to `ref_expression`')),
      ref_container_id: Type.Integer({ description: 'Id of the container on the other side.' }),
      ref_datastore_id: optional(
        Type.Integer({
          description: "Id of that container's datastore; it follows from the container and may be left out.",
        }),
      ),
      ref_expression: Type.String({
        minLength: 1,
        description: "Aggregate in SQL of that container's store.",
      }),
      ref_filter: optional(
        Type.String({
          description: "Condition in SQL of that container's store; only the rows that meet it count.",
        }),
      ),
    },
    { additionalProperties: false },
  ),
  filterable: true,
  supports_coverage: false,
  weight: 3,
  kept: withShortComparison,
  sql_properties: {
    own: ['expression'],
    referenced: ['ref_expression', 'ref_filter'],
    conditions: ['ref_filter'],
  },
  references: ({ ref_container_id }) => [ref_container_id],
  validate: refuseOtherDatastore,
  sides: ({ properties }) => ({
    expression: properties.expression,
    reference: {
      container_id: properties.ref_container_id,
      expression: properties.ref_expression,
      filter: properties.ref_filter?.trim() || null,
    },
  }),
  judge(heldTarget, heldReference, shown, { properties }) {
    const [target, reference] = [opened(heldTarget), opened(heldReference)]
    const relation = relationOf(properties.comparison)
    const known = isNumber(target) && isNumber(reference)
    return {
      failed: !known || !relation.holds(target, reference),
      anomalous_records: null,
      says: `\`${properties.expression}\` is ${shown.target}, which is not ${relation.words} \`${properties.ref_expression}\` of ${shown.reference}.`,
    }
  },
  examples: [
    {
      shows: 'equal by default; `ref_filter` decides which rows of the other container count',
      columns: { amount: 'Integral' },
      rows: [[10], [20], [null]],
      given: {
        fields: [],
        properties: {
          expression: 'sum(amount)',
          ref_container_id: 1,
          ref_expression: 'sum(total)',
          ref_filter: "kind = 'a'",
        },
      },
      references: {
        1: {
          columns: { total: 'Integral', kind: 'String' },
          rows: [
            [30, 'a'],
            [5, 'b'],
          ],
        },
      },
      fails: false,
    },
    {
      shows: 'a relation in its short form: 2 is not greater than 2',
      columns: { amount: 'Integral' },
      rows: [[1], [2]],
      given: {
        fields: [],
        properties: {
          expression: 'count(*)',
          comparison: 'gt',
          ref_container_id: 1,
          ref_expression: 'count(*)',
        },
      },
      references: { 1: { columns: { id: 'Integral' }, rows: [[1], [2]] } },
      fails: { anomalous_records: null },
    },
    {
      shows: 'a side may be a number by itself, over no rows too',
      columns: { amount: 'Integral' },
      rows: [],
      given: {
        fields: [],
        properties: { expression: 'count(*)', comparison: 'lt', ref_container_id: 1, ref_expression: '1' },
      },
      references: { 1: { columns: { id: 'Integral' }, rows: [] } },
      fails: false,
    },
    {
      shows: 'a side without a number fails, whatever the relation',
      columns: { amount: 'Integral' },
      rows: [],
      given: {
        fields: [],
        properties: {
          expression: 'max(amount)',
          comparison: 'lte',
          ref_container_id: 1,
          ref_expression: 'max(id)',
        },
      },
      references: { 1: { columns: { id: 'Integral' }, rows: [[1]] } },
      fails: { anomalous_records: null },
    },
  ],
})

function isNumber(value: Quantity | null): value is Quantity {
  return value !== null && (typeof value !== 'number' || Number.isFinite(value))
}
