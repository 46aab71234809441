import { defineInference } from './inference.ts'
import { fieldsWithLengths, lengthsSeen, moreThanLengths } from './lengths.ts'

/** Texts that are no shorter than some length. */
export default defineInference({
  name: 'min-length',
  rule_type: 'minLength',
  level: 2,
  description: 'Texts have a least length, half of the shortest one unless all are equally long.',
  shows_values: false,
  may_have_exceptions: true,
  propose: (observed) =>
    fieldsWithLengths(observed).flatMap(({ name, lengths }) => {
      const { min: length } = lengths
      if (length < 2) return []
      return [
        {
          fields: [name],
          trial: { value: length },
          because: lengthsSeen(name, lengths),
          description: `"${name}" has at least ${length} characters`,
          yields_to: moreThanLengths,
        },
      ]
    }),
})
