import { defineInference, fieldsFor, fewestValues, present } from './inference.ts'
import { lengthsOf } from './lengths.ts'

/** Texts that are no shorter than some length. */
export default defineInference({
  name: 'min-length',
  rule_type: 'minLength',
  level: 2,
  description: 'Texts have a least length, half of the shortest one unless all are equally long.',
  shows_values: false,
  may_have_exceptions: true,
  propose: (observed) =>
    fieldsFor({ shows_values: false }, observed).flatMap((one) => {
      const texts = present(one.values)
      if (one.field.type !== 'String' || texts.length < fewestValues) return []
      const { min: length, least, most } = lengthsOf(texts)
      if (length < 2) return []
      return [
        {
          fields: [one.field.name],
          trial: { value: length },
          because: `the texts in "${one.field.name}" that were learned from have ${least === most ? least : `${least} to ${most}`} characters, but for exceptions`,
          description: `"${one.field.name}" has at least ${length} characters`,
          yields_to: ['expectedValues', 'isType', 'isCreditCard'],
        },
      ]
    }),
})
