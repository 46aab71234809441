import { counted, defineInference, fewestValues, fieldsFor, present } from './inference.ts'

/** Texts that are never empty. */
export default defineInference({
  name: 'not-empty',
  rule_type: 'notEmpty',
  level: 1,
  description: 'A text is never empty.',
  shows_values: false,
  may_have_exceptions: true,
  propose(observed) {
    return fieldsFor(this, observed).flatMap(({ field, values }) => {
      if (field.type !== 'String') return []
      const texts = present(values)
      const empty = texts.filter((text) => text.trim() === '').length
      if (texts.length < fewestValues || empty > texts.length / 100) return []
      return [
        {
          fields: [field.name],
          trial: {},
          because: `of ${counted(texts.length)} texts in "${field.name}" ${empty === 0 ? 'none' : counted(empty)} ${empty > 1 ? 'are' : 'is'} empty`,
          description: `"${field.name}" is not empty`,
          // Each of these refuses the empty text too.
          yields_to: [
            'expectedValues',
            'matchesPattern',
            'isType',
            'containsEmail',
            'containsUrl',
            'isCreditCard',
            'minLength',
          ],
        },
      ]
    })
  },
})
