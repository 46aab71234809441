import { comparedFields } from './field-pairs.ts'
import { counted, defineInference, percent } from './inference.ts'

/** Two fields that say the same. */
export default defineInference({
  name: 'equal-to-field',
  rule_type: 'equalToField',
  level: 3,
  description: 'Two fields of numbers or times have equal values in every row.',
  shows_values: false,
  may_have_exceptions: true,
  propose: (observed) =>
    comparedFields(observed)
      .filter(
        ({ one, both, equal }) => equal >= 0.99 * both && (one.metrics.approximate_distinct_values ?? 0) > 5,
      )
      .map(({ one, other, both, equal }) => ({
        fields: [one.field.name],
        trial: { field_name: other.field.name },
        because: `"${one.field.name}" and "${other.field.name}" are equal in ${percent(equal / both)} of ${counted(both)} rows`,
        description: `"${one.field.name}" equals "${other.field.name}"`,
      })),
})
