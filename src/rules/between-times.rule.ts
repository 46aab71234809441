import { Type } from 'typebox'
import { invalidMember } from '../kernel/errors.ts'
import { optional } from '../model/wire.ts'
import { above, below, column, or } from '../sql/build.ts'
import { momentFor } from './literals.ts'
import { Moment } from './properties.ts'
import { defineRowRule } from './rule.ts'

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
    const [min, max] = [min_time, max_time].map((text, index) =>
      text == null ? null : String(momentFor(field, text, index === 0 ? 'min_time' : 'max_time').value),
    )
    if (min && max && min > max) {
      throw invalidMember(
        ['properties', 'min_time'],
        `min_time (${min_time}) is later than max_time (${max_time}); no value could pass.`,
      )
    }
  },
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
