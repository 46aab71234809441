import { counted, defineInference, fewestValues, fieldsFor, present } from './inference.ts'
import { patternOf } from './text-pattern.ts'

/** Texts of a fixed form, such as codes. */
export default defineInference({
  name: 'matches-pattern',
  rule_type: 'matchesPattern',
  level: 2,
  description: 'Texts are codes: up to three forms of digits, letters and signs.',
  shows_values: true,
  may_have_exceptions: true,
  propose: (observed) =>
    fieldsFor({ shows_values: true }, observed).flatMap(({ field, values }) => {
      const texts = present(values)
      if (field.type !== 'String' || texts.length < fewestValues) return []
      const pattern = patternOf(texts)
      if (pattern === null) return []
      return [
        {
          fields: [field.name],
          trial: { pattern },
          because: `${counted(texts.length)} texts in "${field.name}" that were learned from have the form ${pattern}, as "${texts[0]}" has`,
          description: `"${field.name}" has the form ${pattern}`,
          yields_to: ['expectedValues', 'isCreditCard', 'containsEmail', 'containsUrl'],
        },
      ]
    }),
})
