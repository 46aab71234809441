import { defineInference } from './inference.ts'
import { rangedFields } from './ranges.ts'

/** Numbers that have a greatest one. */
export default defineInference({
  name: 'less-than',
  rule_type: 'lessThan',
  level: 3,
  description: 'A number has an upper bound, where no lower one lasts.',
  shows_values: true,
  may_have_exceptions: false,
  propose: (observed) =>
    rangedFields(observed).map(({ one: { field, metrics }, learned, all }) => ({
      fields: [field.name],
      trial: { value: learned.high, inclusive: true },
      properties: { value: all.high, inclusive: true },
      because: `the numbers in "${field.name}" are ${metrics.max} and less`,
      description: `"${field.name}" is at most ${all.high}`,
      yields_to: ['expectedValues', 'between'],
    })),
})
