import { shortList } from './categories.ts'
import { counted, defineInference, fieldsFor, percent, present } from './inference.ts'

/** The values that a list names at most. */
const mostListed = 20

/** Fields of which most rows have one of few values. */
export default defineInference({
  name: 'mostly-expected-values',
  rule_type: 'expectedValues',
  level: 5,
  description: 'Nine of ten rows have one of few values; the check allows for the others by its coverage.',
  shows_values: true,
  may_have_exceptions: false,
  propose: (observed) =>
    fieldsFor({ shows_values: true }, observed).flatMap(({ field, values }) => {
      const texts = present(values)
      if (field.type !== 'String' || texts.length < 200) return []
      const counts = [...Map.groupBy(texts, (text) => text)]
        .map(([value, group]) => ({ value, count: group.length }))
        .sort((one, other) => other.count - one.count)
      const listed = counts.slice(0, mostListed).filter(({ count }) => count >= texts.length / 100)
      const share = listed.reduce((sum, { count }) => sum + count, 0) / texts.length
      if (share < 0.9 || share > 0.99) return []
      const spread = 3 * Math.sqrt((share * (1 - share)) / texts.length)
      const list = listed.map(({ value }) => value).sort()
      return [
        {
          fields: [field.name],
          trial: { list },
          coverage: Math.floor((share - spread) * 100) / 100,
          because: `${percent(share)} of ${counted(texts.length)} values of "${field.name}" are one of ${list.length}: ${shortList(list)}`,
          description: `"${field.name}" is mostly one of ${list.length} known values`,
          yields_to: ['isType', 'containsEmail', 'containsUrl', 'isCreditCard'],
        },
      ]
    }),
})
