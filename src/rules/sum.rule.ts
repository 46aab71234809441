import { Type } from 'typebox'
import { cellToNumber, type Cell } from '../kernel/cell.ts'
import { hold, opened } from '../kernel/held.ts'
import { compareNumerals } from '../kernel/quantity.ts'
import { column } from '../sql/build.ts'
import { isFloating } from './field-kinds.ts'
import { numeral } from './literals.ts'
import { Numeral } from './properties.ts'
import { defineAggregateRule } from './rule.ts'

/** The sum of the filtered values is the given number. */
export default defineAggregateRule({
  type: 'sum',
  title: 'Sum',
  description:
    'The sum of all filtered values equals the given value: exactly for whole numbers and decimals, within a billionth of the value (1e-9) for floating numbers, whose sums differ in their last digits with the order of addition. NULL adds nothing and no rows sum to 0. With NaN among the values the sum is NaN, which fails. A coverage is accepted and has no meaning for one number.',
  scope: 'single',
  accepts: ['Integral', 'Fractional'],
  properties: Type.Object({ value: Numeral('What the sum must be.') }, { additionalProperties: false }),
  filterable: true,
  supports_coverage: true,
  weight: 1,
  feeds: 'precision',
  validate: ({ properties: { value } }) => void numeral(value),
  measures: ({ field }) => ({ total: { aggregate: 'sum', of: column(field) } }),
  judge(totals, _asserted, { field, shown, properties: { value } }) {
    const total = totals['total'] ? opened(totals['total']) : null
    // SQLite sums decimals as floating numbers too, which the sum itself shows.
    const isInexact = isFloating(field) || (field.type === 'Fractional' && typeof total === 'number')
    return {
      failed: isInexact ? !isNear(cellToNumber(total), Number(value)) : !isSame(total, value),
      anomalous_records: null,
      says: `The sum of \`${field.name}\` is ${shown(hold(total ?? 0))}, not ${value}.`,
    }
  },
  examples: [
    {
      shows: 'NULL adds nothing',
      columns: { share: 'Integral' },
      rows: [[60], [40], [null]],
      given: { fields: ['share'], properties: { value: 100 } },
      fails: false,
    },
    {
      shows: 'whole numbers are summed and compared by every digit',
      columns: { cents: 'Integral' },
      rows: [[1_000_000_000], [1]],
      given: { fields: ['cents'], properties: { value: 1_000_000_000 } },
      fails: { anomalous_records: null },
    },
    {
      shows: 'a value beyond what JSON numbers hold is written as text',
      columns: { counter: 'Integral' },
      rows: [[9007199254740992n], [1n]],
      given: { fields: ['counter'], properties: { value: '9007199254740993' } },
      fails: false,
    },
    {
      shows: 'a sum beyond 64 bits keeps every digit',
      columns: { counter: 'Integral' },
      rows: [[9223372036854775807n], [9223372036854775807n], [null], [-3n]],
      given: { fields: ['counter'], properties: { value: '18446744073709551611' } },
      fails: false,
    },
    {
      shows: 'so does one below them, and the last digit counts',
      columns: { counter: 'Integral' },
      rows: [[-9223372036854775807n], [-9223372036854775807n], [1n]],
      given: { fields: ['counter'], properties: { value: '-18446744073709551614' } },
      fails: { anomalous_records: null },
    },
    {
      shows: 'floating numbers are compared within a billionth of the value',
      columns: { share: 'Fractional' },
      rows: [[0.1], [0.2]],
      given: { fields: ['share'], properties: { value: 0.3 } },
      fails: false,
    },
    {
      shows: 'the filter decides what is summed',
      columns: { share: 'Integral', kind: 'String' },
      rows: [
        [60, 'a'],
        [40, 'b'],
      ],
      given: { fields: ['share'], properties: { value: 100 }, filter: "kind = 'a'" },
      fails: { anomalous_records: null },
    },
    {
      shows: 'coverage changes nothing',
      columns: { share: 'Integral' },
      rows: [[60], [40]],
      given: { fields: ['share'], properties: { value: 99 }, coverage: 0.5 },
      fails: { anomalous_records: null },
    },
  ],
})

const isNear = (total: number, value: number): boolean => Math.abs(total - value) <= 1e-9 * Math.abs(value)

const isSame = (total: Cell, value: number | string): boolean =>
  compareNumerals(total === null ? '0' : String(total), String(value)) === 0
