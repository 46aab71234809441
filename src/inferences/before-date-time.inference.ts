import { counted, defineInference, present } from './inference.ts'
import { dayOf, isOrdinary, spannedFields } from './time-spans.ts'

const yearMs = 366 * 86_400_000

/** Dates and times that reach into the future, to some day. */
export default defineInference({
  name: 'before-date-time',
  rule_type: 'beforeDateTime',
  level: 3,
  description: 'Dates or times reach into the future, and lie before the end of the year after.',
  shows_values: true,
  may_have_exceptions: true,
  propose: (observed) =>
    spannedFields(observed)
      .filter(({ is_growing, learned, all }) => is_growing && isOrdinary(learned) && isOrdinary(all))
      .filter(({ all }) => all.to > Date.parse(observed.now) + yearMs / 12)
      .map(({ one: { field, values }, learned, all }) => ({
        fields: [field.name],
        trial: { datetime: dayOf(learned.to + yearMs) },
        properties: { datetime: dayOf(all.to + yearMs) },
        because: `${counted(present(values).length)} times in "${field.name}" that were learned from are before ${dayOf(all.to)}`,
        description: `"${field.name}" is before ${dayOf(all.to + yearMs)}`,
      })),
})
