import { defineInference, fieldsFor, fewestValues, present } from './inference.ts'
import { lengthsOf } from './lengths.ts'

/** Texts that are no longer than some length. */
export default defineInference({
  name: 'max-length',
  rule_type: 'maxLength',
  level: 2,
  description:
    'Texts have a greatest length, half as long again as the longest one unless all are equally long.',
  shows_values: false,
  may_have_exceptions: true,
  propose: (observed) =>
    fieldsFor({ shows_values: false }, observed).flatMap((one) => {
      const texts = present(one.values)
      if (one.field.type !== 'String' || texts.length < fewestValues) return []
      const { max: length, least, most } = lengthsOf(texts)
      if (length < 1) return []
      return [
        {
          fields: [one.field.name],
          trial: { value: length },
          because: `the texts in "${one.field.name}" that were learned from have ${least === most ? least : `${least} to ${most}`} characters, but for exceptions`,
          description: `"${one.field.name}" has at most ${length} characters`,
          yields_to: ['expectedValues', 'isType', 'isCreditCard'],
        },
      ]
    }),
})
