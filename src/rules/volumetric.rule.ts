import { Type } from 'typebox'
import { invalidMember } from '../kernel/errors.ts'
import { hold, opened, type Held } from '../kernel/held.ts'
import { toFloating } from '../kernel/quantity.ts'
import { optional } from '../model/wire.ts'
import { asItIs, bounds, Change, judgeChange, refuseEmptyNumbers, requireBounds } from './change.ts'
import { defineMeasuredRule, type Measurements } from './rule.ts'

const millisecondsPerDay = 86_400_000
/** A daily scan may begin later than the one before, and the hours of a schedule move when clocks change: a period reaches so much further back. */
const lateness = millisecondsPerDay / 4

/** The number of rows stays within bounds, or changes no more than they allow. */
export default defineMeasuredRule({
  type: 'volumetric',
  title: 'Volumetric',
  description:
    'The number of all rows of the container, also where a scan reads but some of them, or its change against the mean of what the scans of the measurement period found, lies between the bounds, both included. Without an earlier scan in the period a change passes.',
  scope: 'none',
  accepts: 'all',
  properties: Type.Object(
    {
      comparison: Change,
      window_size: optional(
        Type.Integer({
          minimum: 1,
          maximum: 3660,
          description:
            'The measurement period in days: how far back scans count (default 1), and six hours more, so that a scan that is a little late still counts the one before.',
        }),
      ),
      ...bounds,
    },
    { additionalProperties: false },
  ),
  filterable: false,
  supports_coverage: false,
  reads_clock: true,
  weight: 2,
  feeds: 'volumetrics',
  measures: 'rows',
  validate: ({ properties }) => requireBounds(properties),
  validateAlone(properties) {
    refuseEmptyNumbers(properties, 'number')
    refuseNegativeSize(properties)
  },
  judge: (rows, earlier, { container, properties, now }) => ({
    ...judgeChange(
      rows,
      meanSince(earlier, now, properties.window_size ?? 1),
      properties,
      `The number of records of \`${container}\``,
      asItIs,
    ),
    anomalous_records: null,
  }),
  examples: [
    {
      shows: 'the number of rows itself',
      columns: { id: 'Integral' },
      rows: [[1], [2]],
      given: { fields: [], properties: { comparison: 'Absolute Value', min: 3 } },
      fails: { anomalous_records: null },
    },
    {
      shows: 'the change against the mean of the period; older scans do not count',
      columns: { id: 'Integral' },
      rows: [[1], [2]],
      given: {
        fields: [],
        properties: { comparison: 'Percentage Change', window_size: 2, min: -50, max: 50 },
      },
      measured_before: [3, 1, 100],
      fails: false,
    },
  ],
})

/** A bound of the change, given for that of the number, would fail in every scan. */
function refuseNegativeSize({ comparison, max }: { comparison: string; max?: number | string | null }): void {
  if (comparison !== 'Absolute Value' || max == null || Number(max) >= 0) return
  throw invalidMember(
    ['properties', 'max'],
    `max (${max}) is below 0, and no number of records is; no number could pass. To bound the change, choose Absolute Change or Percentage Change as comparison.`,
  )
}

function meanSince(earlier: Measurements, now: string, days: number): Held<number> | null {
  const since = Date.parse(now) - days * millisecondsPerDay - lateness
  const counted = earlier
    .filter(({ at }) => Date.parse(at) >= since)
    .map(({ value }) => toFloating(opened(value)))
  return counted.length === 0 ? null : hold(counted.reduce((sum, value) => sum + value, 0) / counted.length)
}
