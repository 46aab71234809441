import { Type } from 'typebox'
import { opened } from '../kernel/held.ts'
import { toFloating } from '../kernel/quantity.ts'
import { defineMeasuredRule } from './rule.ts'

/** The container was modified recently enough. */
export default defineMeasuredRule({
  type: 'freshness',
  title: 'Freshness',
  description:
    'The time since the container was last modified is at most the given one. Files say it themselves, and of several the newest counts; of a table it is the greatest value of its incremental field, a date or time that counts as UTC where it has no zone. Without either the check is not evaluated.',
  scope: 'none',
  accepts: 'all',
  properties: Type.Object(
    {
      value: Type.Number({
        exclusiveMinimum: 0,
        description: 'The greatest age that passes, in milliseconds.',
      }),
    },
    { additionalProperties: false },
  ),
  filterable: false,
  supports_coverage: false,
  weight: 2,
  feeds: 'timeliness',
  reads_clock: true,
  measures: 'age',
  judge: (measured, _earlier, { container, properties: { value } }) => {
    const age = toFloating(opened(measured))
    return {
      failed: age > value,
      anomalous_records: null,
      says: `\`${container}\` was last modified ${inWords(age)} ago; at most ${inWords(value)} are allowed.`,
    }
  },
  examples: [
    {
      shows: 'an hour is too long ago for half an hour',
      columns: { id: 'Integral' },
      rows: [[1]],
      given: { fields: [], properties: { value: 1_800_000 } },
      modified_before: 3_600_000,
      fails: { anomalous_records: null },
    },
    {
      shows: 'exactly the greatest age passes',
      columns: { id: 'Integral' },
      rows: [],
      given: { fields: [], properties: { value: 3_600_000 } },
      modified_before: 3_600_000,
      fails: false,
    },
  ],
})

/** The two greatest units, e.g. `2 days 3 h`. */
function inWords(milliseconds: number): string {
  const units: [string, number][] = [
    ['day', 86_400_000],
    ['h', 3_600_000],
    ['min', 60_000],
    ['s', 1000],
  ]
  const first = units.findIndex(([, size]) => milliseconds >= size)
  if (first === -1) return `${Math.round(milliseconds)} ms`
  let rest = milliseconds
  const parts = units.slice(first, first + 2).map(([unit, size]) => {
    const amount = Math.floor(rest / size)
    rest -= amount * size
    return amount === 0 ? '' : `${amount} ${unit === 'day' && amount > 1 ? 'days' : unit}`
  })
  return parts.filter((part) => part !== '').join(' ')
}
