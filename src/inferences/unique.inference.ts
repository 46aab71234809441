import { counted, defineInference, type Candidate } from './inference.ts'
import { keyFields, keyPair } from './keys.ts'

/** Keys that are looked at: each takes a statement. */
const mostKeys = 3

/** Fields that tell the rows apart. */
export default defineInference({
  name: 'unique',
  rule_type: 'unique',
  level: 2,
  description: 'The values of a field, or of two together, tell the rows apart, and not by chance.',
  shows_values: false,
  may_have_exceptions: true,
  propose(observed) {
    const single = keyFields(observed).slice(0, mostKeys)
    if (single.length > 0)
      return single.map(({ field, metrics }): Candidate => ({
        fields: [field.name],
        trial: {},
        because: `"${field.name}" has about ${counted(metrics.approximate_distinct_values ?? 0)} values in ${counted(observed.rows)} rows`,
        description: `"${field.name}" tells rows apart`,
      }))
    const pair = keyPair(observed)
    if (pair === null) return []
    const fields = pair.map(({ field }) => field.name)
    return [
      {
        fields,
        trial: {},
        because: `"${fields[0]}" and "${fields[1]}" together tell ${counted(observed.learned)} rows apart, though each repeats its values`,
        description: `"${fields[0]}" and "${fields[1]}" together tell rows apart`,
      },
    ]
  },
})
