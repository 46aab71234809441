import { defineInference } from './inference.ts'
import { fieldsWithLengths, lengthsSeen, moreThanLengths } from './lengths.ts'

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
    fieldsWithLengths(observed).flatMap(({ name, lengths }) => {
      const { max: length } = lengths
      if (length < 1) return []
      return [
        {
          fields: [name],
          trial: { value: length },
          because: lengthsSeen(name, lengths),
          description: `"${name}" has at most ${length} characters`,
          yields_to: moreThanLengths,
        },
      ]
    }),
})
