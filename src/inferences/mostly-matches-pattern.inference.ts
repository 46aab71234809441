import { counted, defineInference, fieldsFor, percent, present } from './inference.ts'
import { patternOf } from './text-pattern.ts'

/** Texts of which most have a fixed form. */
export default defineInference({
  name: 'mostly-matches-pattern',
  rule_type: 'matchesPattern',
  level: 5,
  description: 'Nine of ten texts have one form; the check allows for the others by its coverage.',
  shows_values: true,
  may_have_exceptions: false,
  propose: (observed) =>
    fieldsFor({ shows_values: true }, observed).flatMap(({ field, values }) => {
      const texts = present(values)
      if (field.type !== 'String' || texts.length < 200) return []
      const forms = [...Map.groupBy(texts, (text) => patternOf([text, text]) ?? '').values()]
      const [greatest = []] = forms.toSorted((one, other) => other.length - one.length)
      const pattern = patternOf(greatest)
      if (pattern === null) return []
      const like = texts.filter((text) => new RegExp(pattern).test(text)).length
      const share = like / texts.length
      if (share < 0.9 || share > 0.99) return []
      const spread = 3 * Math.sqrt((share * (1 - share)) / texts.length)
      return [
        {
          fields: [field.name],
          trial: { pattern },
          coverage: Math.floor((share - spread) * 100) / 100,
          because: `${percent(share)} of ${counted(texts.length)} texts in "${field.name}" have the form ${pattern}`,
          description: `"${field.name}" mostly has the form ${pattern}`,
          yields_to: ['expectedValues', 'isType', 'isCreditCard', 'containsEmail', 'containsUrl'],
        },
      ]
    }),
})
