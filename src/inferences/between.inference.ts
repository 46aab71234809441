import { counted, defineInference, present } from './inference.ts'
import { rangedFields } from './ranges.ts'

/** Numbers that stay within a range. */
export default defineInference({
  name: 'between',
  rule_type: 'between',
  level: 2,
  description: 'A number stays within a range, one of its quartile ranges wider than what was seen.',
  shows_values: true,
  may_have_exceptions: true,
  propose: (observed) =>
    rangedFields(observed).map(({ one: { field, metrics, values }, learned, all }) => ({
      fields: [field.name],
      trial: { min: learned.low, max: learned.high },
      properties: { min: all.low, max: all.high },
      because: `${counted(present(values).length)} numbers in "${field.name}" were learned from, and all lie from ${metrics.min} to ${metrics.max} with half of them from ${metrics.q1} to ${metrics.q3}`,
      description: `"${field.name}" is from ${all.low} to ${all.high}`,
      yields_to: ['expectedValues'],
    })),
})
