import {
  counted,
  defineInference,
  fewestValues,
  fieldsFor,
  percent,
  present,
  type Candidate,
} from './inference.ts'

/** The beginning of the forms of each type, the narrowest first; the rule is stricter, and has the last word. */
const forms: readonly (readonly [type: string, form: RegExp])[] = [
  ['Integral', /^[+-]?[0-9]+$/],
  ['Fractional', /^[+-]?([0-9]+([.][0-9]*)?|[.][0-9]+)([eE][+-]?[0-9]+)?$/],
  ['Date', /^[0-9]{4}-[0-9]{2}-[0-9]{2}$/],
  ['Timestamp', /^[0-9]{4}-[0-9]{2}-[0-9]{2}[T ][0-9]{2}:[0-9]{2}/],
  ['Boolean', /^(true|false|yes|no)$/i],
]

/** Texts that are values of another type. */
export default defineInference({
  name: 'is-type',
  rule_type: 'isType',
  level: 2,
  description: 'A text can be read as a number, a date, a time or a truth.',
  shows_values: false,
  may_have_exceptions: true,
  propose: (observed) =>
    fieldsFor({ shows_values: false }, observed).flatMap(({ field, values }): Candidate[] => {
      const texts = present(values)
      if (field.type !== 'String' || texts.length < fewestValues) return []
      for (const [field_type, form] of forms) {
        const like = texts.filter((text) => form.test(text)).length
        if (like < 0.99 * texts.length) continue
        return [
          {
            fields: [field.name],
            trial: { field_type },
            because: `${percent(like / texts.length)} of ${counted(texts.length)} texts in "${field.name}" look like ${field_type}`,
            description: `"${field.name}" can be read as ${field_type}`,
            // Digits that are no amount but a code have a pattern, which says more.
            yields_to: ['isCreditCard', ...(field_type === 'Integral' ? ['matchesPattern'] : [])],
          },
        ]
      }
      return []
    }),
})
