import { Type } from 'typebox'
import { invalidMember } from '../kernel/errors.ts'
import { optional } from '../model/wire.ts'
import { timeIntervals } from '../sql/ast.ts'
import { refuseEmptyRange } from './empty-range.ts'
import { defineSegmentRule } from './rule.ts'

const size = (description: string) => Type.Integer({ minimum: 0, description })

function places(named: { first: string; last: string } | null): string {
  if (named === null) return ''
  return named.first === named.last ? `: ${named.first}` : `: from ${named.first} to ${named.last}`
}

/** Every segment of time that has rows has as many as the bounds allow. */
export default defineSegmentRule({
  type: 'timeDistributionSize',
  title: 'Time Distribution Size',
  description:
    'The number of rows in each segment of time (year, quarter, month, week from Monday, day, hour; UTC) lies between the bounds, both included. Segments without rows are not judged, and rows without a time are in none. Coverage is the share of segments that must pass.',
  scope: 'single',
  accepts: ['Date', 'Timestamp'],
  properties: Type.Object(
    {
      interval_name: Type.Enum(timeIntervals, { description: 'The length of a segment.' }),
      min_size: optional(
        size(
          'The fewest rows of a segment that pass; no bound when left out. Give min_size, max_size or both.',
        ),
      ),
      max_size: optional(size('The most rows of a segment that pass; no bound when left out.')),
    },
    { additionalProperties: false },
  ),
  filterable: true,
  supports_coverage: true,
  weight: 3,
  feeds: 'timeliness',
  validate({ properties: { min_size, max_size } }) {
    if (min_size == null && max_size == null)
      throw invalidMember(['properties', 'min_size'], 'Give min_size, max_size or both.')
  },
  validateAlone({ min_size, max_size }) {
    refuseEmptyRange(
      { member: 'min_size', value: min_size },
      { member: 'max_size', value: max_size },
      (lower, upper) => Number(lower) - Number(upper),
      { subject: 'segment' },
    )
  },
  segments: ({ properties: { interval_name, min_size, max_size } }) => ({
    interval: interval_name,
    min_size: min_size ?? null,
    max_size: max_size ?? null,
  }),
  judge(total, outside, named, { field, properties: { interval_name, min_size, max_size } }) {
    const share = total === 0 ? 0 : (outside / total) * 100
    const bounds = `between ${min_size ?? 'any number'} and ${max_size ?? 'any number'}`
    return {
      failed: outside > 0,
      anomalous_records: null,
      says: `${share.toFixed(3)}% of the ${total} ${interval_name.toLowerCase()} segments of \`${field.name}\` (${outside}${places(named)}) do not have ${bounds} records.`,
    }
  },
  examples: [
    {
      shows: 'months with too few rows; a row without a time is in none',
      columns: { sold: 'Date' },
      rows: [['2024-01-31'], ['2024-02-01'], ['2024-02-29'], [null]],
      given: { fields: ['sold'], properties: { interval_name: 'Monthly', min_size: 2 } },
      fails: { anomalous_records: null },
    },
    {
      shows: 'a week begins on Monday',
      columns: { seen: 'Timestamp' },
      rows: [['2024-03-04 00:00:00'], ['2024-03-10 23:59:59'], ['2024-03-11 00:00:00']],
      given: { fields: ['seen'], properties: { interval_name: 'Weekly', max_size: 2 } },
      fails: false,
    },
    {
      shows: 'quarters, days and hours are told apart over the years',
      columns: { seen: 'Timestamp', year: 'Integral' },
      rows: [
        ['2023-05-01 10:00:00', 2023],
        ['2024-05-01 10:59:59', 2024],
        ['2024-05-01 10:00:00', 2024],
      ],
      given: {
        fields: ['seen'],
        properties: { interval_name: 'Hourly', max_size: 1 },
        filter: 'year > 2023',
      },
      fails: { anomalous_records: null },
    },
  ],
})
