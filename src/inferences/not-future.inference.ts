import { sizesOf } from './fences.ts'
import { counted, defineInference, fewestValues, fieldsFor } from './inference.ts'

/** Dates and times that have passed. */
export default defineInference({
  name: 'not-future',
  rule_type: 'notFuture',
  level: 1,
  description: 'A date or time is never in the future.',
  shows_values: false,
  may_have_exceptions: true,
  propose(observed) {
    const now = Date.parse(observed.now)
    return fieldsFor(this, observed).flatMap((one) => {
      const { field } = one
      if (field.type !== 'Date' && field.type !== 'Timestamp') return []
      const sizes = sizesOf(one)
      const later = sizes.filter((size) => size > now).length
      if (sizes.length < fewestValues || later > sizes.length / 100) return []
      return [
        {
          fields: [field.name],
          trial: {},
          because: `of ${counted(sizes.length)} times in "${field.name}" ${later === 0 ? 'none' : counted(later)} ${later > 1 ? 'are' : 'is'} in the future`,
          description: `"${field.name}" is not in the future`,
        },
      ]
    })
  },
})
