import { counted, defineInference, fewestValues, fieldsFor, percent } from './inference.ts'

/** Fields that always have a value. */
export default defineInference({
  name: 'not-null',
  rule_type: 'notNull',
  level: 1,
  description: 'A field has a value in every row.',
  shows_values: false,
  may_have_exceptions: true,
  propose(observed) {
    return fieldsFor(this, observed).flatMap(({ field, metrics }) => {
      const { completeness } = metrics
      // What the store enforces needs no check.
      if (!field.nullable || observed.learned < fewestValues) return []
      if (completeness === null || completeness < 0.99) return []
      return [
        {
          fields: [field.name],
          trial: {},
          because: `${percent(completeness)} of ${counted(observed.rows)} rows have a value in "${field.name}"`,
          description: `"${field.name}" has a value`,
        },
      ]
    })
  },
})
