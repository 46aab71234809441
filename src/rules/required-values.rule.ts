import { Type } from 'typebox'
import { cellToNumber, type Cell } from '../kernel/cell.ts'
import { opened, type Held } from '../kernel/held.ts'
import { listed } from '../kernel/listed.ts'
import { caseWhen, column, equal, number } from '../sql/build.ts'
import { literalInList, scalarTypes } from './literals.ts'
import { ValueList } from './properties.ts'
import { defineAggregateRule } from './rule.ts'

/** Each listed value occurs at least once. */
export default defineAggregateRule({
  type: 'requiredValues',
  title: 'Required Values',
  description:
    'Each value of the list occurs in at least one of the filtered rows of the container. Other values and NULL do not matter.',
  scope: 'single',
  accepts: scalarTypes,
  properties: Type.Object({ list: ValueList(200) }, { additionalProperties: false }),
  filterable: true,
  supports_coverage: false,
  weight: 2,
  validate({ field, properties: { list } }) {
    for (const [index, value] of list.entries()) literalInList(field, value, index)
  },
  measures: ({ field, properties: { list } }) =>
    Object.fromEntries(
      list.map((value, index) => {
        const occurs = equal(column(field), literalInList(field, value, index))
        return [`value_${index}`, { aggregate: 'sum', of: caseWhen(occurs, number(1), number(0)) }]
      }),
    ),
  judge(totals, asserted, { field, records, properties: { list } }) {
    const missing = list.filter((_, index) => countOf(totals[`value_${index}`]) === 0)
    const named = missing.map((value) => `\`${value}\``)
    return {
      failed: missing.length > 0,
      anomalous_records: null,
      says: `In \`${field.name}\`, required values are missing in ${asserted} ${records}: ${listed(named, 10)}.`,
    }
  },
  examples: [
    {
      shows: 'every listed value occurs; others do not matter',
      columns: { status: 'String' },
      rows: [['open'], ['closed'], ['stale'], [null]],
      given: { fields: ['status'], properties: { list: ['open', 'closed'] } },
      fails: false,
    },
    {
      shows: 'letter case counts, and an empty text is a value',
      columns: { status: 'String' },
      rows: [['Open'], [''], [null]],
      given: { fields: ['status'], properties: { list: ['open', ''] } },
      fails: { anomalous_records: null },
    },
    {
      shows: 'a value outside the filter does not count',
      columns: { grade: 'Integral', region: 'String' },
      rows: [
        [1, 'north'],
        [2, 'south'],
      ],
      given: { fields: ['grade'], properties: { list: [1, 2] }, filter: "region = 'north'" },
      fails: { anomalous_records: null },
    },
  ],
})

const countOf = (total: Held<Cell> | undefined): number => cellToNumber(total && opened(total))
