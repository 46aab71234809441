import { defineInference } from './inference.ts'
import { rangedFields } from './ranges.ts'

/** Numbers that have a least one. */
export default defineInference({
  name: 'greater-than',
  rule_type: 'greaterThan',
  level: 3,
  description: 'A number has a lower bound, where no upper one lasts.',
  shows_values: true,
  may_have_exceptions: false,
  propose: (observed) =>
    rangedFields(observed).map(({ one: { field, metrics }, learned, all }) => ({
      fields: [field.name],
      trial: { value: learned.low, inclusive: true },
      properties: { value: all.low, inclusive: true },
      because: `the numbers in "${field.name}" are ${metrics.min} and greater`,
      description: `"${field.name}" is at least ${all.low}`,
      yields_to: ['expectedValues', 'between', ...(all.low === 0 ? ['notNegative'] : [])],
    })),
})
