import { counted, defineInference, present } from './inference.ts'
import { dayOf, isOrdinary, spannedFields } from './time-spans.ts'

/** Dates and times that begin somewhere and go on. */
export default defineInference({
  name: 'after-date-time',
  rule_type: 'afterDateTime',
  level: 3,
  description: 'Dates or times begin at some day and reach the present.',
  shows_values: true,
  may_have_exceptions: true,
  propose: (observed) =>
    spannedFields(observed)
      .filter(({ is_growing, learned, all }) => is_growing && isOrdinary(learned) && isOrdinary(all))
      .map(({ one: { field, values }, learned, all }) => ({
        fields: [field.name],
        trial: { datetime: dayOf(learned.from) },
        properties: { datetime: dayOf(all.from) },
        because: `${counted(present(values).length)} times in "${field.name}" that were learned from are later than ${dayOf(all.from)}`,
        description: `"${field.name}" is after ${dayOf(all.from)}`,
      })),
})
