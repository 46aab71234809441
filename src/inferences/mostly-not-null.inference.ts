import { counted, defineInference, fewestValues, fieldsFor, percent } from './inference.ts'

/** Fields of which a steady share has a value. */
export default defineInference({
  name: 'mostly-not-null',
  rule_type: 'notNull',
  level: 5,
  description:
    'A field has a value in at least half of the rows; the check allows for the others by its coverage.',
  shows_values: false,
  may_have_exceptions: false,
  propose(observed) {
    return fieldsFor(this, observed).flatMap(({ field, metrics: { completeness } }) => {
      if (completeness === null || completeness < 0.5 || completeness >= 0.99) return []
      if (observed.learned < 5 * fewestValues) return []
      // Three deviations of a share below what was seen.
      const spread = 3 * Math.sqrt((completeness * (1 - completeness)) / observed.learned)
      const coverage = Math.floor((completeness - spread) * 100) / 100
      if (coverage <= 0) return []
      return [
        {
          fields: [field.name],
          trial: {},
          coverage,
          because: `${percent(completeness)} of ${counted(observed.rows)} rows have a value in "${field.name}"`,
          description: `"${field.name}" has a value in ${percent(coverage)} of the rows`,
        },
      ]
    })
  },
})
