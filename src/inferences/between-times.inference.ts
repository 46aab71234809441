import { counted, defineInference, present } from './inference.ts'
import { dayOf, isOrdinary, spannedFields } from './time-spans.ts'

/** Dates and times of one span that is over. */
export default defineInference({
  name: 'between-times',
  rule_type: 'betweenTimes',
  level: 2,
  description:
    'Dates or times lie within a span that ended some time ago, a twentieth wider than what was seen.',
  shows_values: true,
  may_have_exceptions: true,
  propose: (observed) =>
    spannedFields(observed)
      .filter(({ is_growing, learned, all }) => !is_growing && isOrdinary(learned) && isOrdinary(all))
      .map(({ one: { field, values }, learned, all }) => ({
        fields: [field.name],
        trial: { min_time: dayOf(learned.from), max_time: dayOf(learned.to) },
        properties: { min_time: dayOf(all.from), max_time: dayOf(all.to) },
        because: `${counted(present(values).length)} times in "${field.name}" that were learned from lie from ${dayOf(all.from)} to ${dayOf(all.to)}, and none of late`,
        description: `"${field.name}" is from ${dayOf(all.from)} to ${dayOf(all.to)}`,
      })),
})
