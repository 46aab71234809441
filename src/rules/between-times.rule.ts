import { Type } from 'typebox'
import { invalidMember } from '../kernel/errors.ts'
import { optional } from '../model/wire.ts'
import type { Literal } from '../sql/ast.ts'
import { above, below, column, date, or } from '../sql/build.ts'
import { refuseEmptyRange } from './empty-range.ts'
import { momentFor } from './literals.ts'
import { Moment } from './properties.ts'
import { defineRowRule } from './rule.ts'

/** Refuses ends that are no times, or that leave none between them as `moment` reads them. */
function refuseEmptyWindow(
  { min_time, max_time }: { min_time?: string | null | undefined; max_time?: string | null | undefined },
  moment: (text: string, member: string) => Literal,
): void {
  for (const [member, text] of Object.entries({ min_time, max_time }))
    if (text != null) void moment(text, member)
  const valueOf = (text: string | number, member: string) => String(moment(String(text), member).value)
  refuseEmptyRange(
    { member: 'min_time', value: min_time },
    { member: 'max_time', value: max_time },
    (lower, upper) => (valueOf(lower, 'min_time') > valueOf(upper, 'max_time') ? 1 : -1),
    { subject: 'value', above: 'later than' },
  )
}

/** Every date or time lies in the closed window; one of its ends may be open. */
export default defineRowRule({
  type: 'betweenTimes',
  title: 'Between Times',
  description:
    'Every value lies between the two dates or times, which themselves pass; one of them may be left out. NULL passes. A Date field is compared by days.',
  scope: 'single',
  accepts: ['Date', 'Timestamp'],
  properties: Type.Object(
    { min_time: optional(Moment), max_time: optional(Moment) },
    { additionalProperties: false },
  ),
  filterable: true,
  supports_coverage: true,
  weight: 2,
  feeds: 'precision',
  validate({ field, properties: { min_time, max_time } }) {
    if (min_time == null && max_time == null) {
      throw invalidMember(['properties', 'min_time'], 'Give min_time, max_time or both.')
    }
    refuseEmptyWindow({ min_time, max_time }, (text, member) => momentFor(field, text, member))
  },
  // On a field of days two times of one day leave that day between them.
  validateAlone: (window) => refuseEmptyWindow(window, date),
  failing({ field, properties: { min_time, max_time } }) {
    const value = column(field)
    const early = min_time == null ? [] : [below(value, momentFor(field, min_time, 'min_time'))]
    const late = max_time == null ? [] : [above(value, momentFor(field, max_time, 'max_time'))]
    return or(...early, ...late)
  },
  says({ properties: { min_time, max_time } }) {
    const window = `between ${min_time ?? 'any time'} and ${max_time ?? 'any time'}`
    return { record: `is not ${window}`, shape: `are not ${window}` }
  },
  examples: [
    {
      shows: 'both ends pass; NULL passes',
      columns: { sent: 'Timestamp' },
      rows: [
        ['2024-01-01 00:00:00'],
        ['2024-12-31 23:59:59'],
        ['2023-12-31 23:59:59.999'],
        ['2025-01-01 00:00:00'],
        [null],
      ],
      given: {
        fields: ['sent'],
        properties: { min_time: '2024-01-01', max_time: '2024-12-31T23:59:59Z' },
      },
      failing: [2, 3],
    },
    {
      shows: 'dates, with an open end',
      columns: { due: 'Date' },
      rows: [['2024-02-28'], ['2024-02-29'], ['9999-12-31'], [null]],
      given: { fields: ['due'], properties: { min_time: '2024-02-29T08:00:00Z', max_time: null } },
      failing: [0],
    },
  ],
})
