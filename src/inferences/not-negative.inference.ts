import { fencesAround, sizesOf } from './fences.ts'
import { counted, defineInference, fewestValues, fieldsFor, type ObservedField } from './inference.ts'

/** Numbers that are never below zero. */
export default defineInference({
  name: 'not-negative',
  rule_type: 'notNegative',
  level: 1,
  description: 'A number is never below zero, and not by chance.',
  shows_values: false,
  may_have_exceptions: true,
  propose(observed) {
    return fieldsFor(this, observed).flatMap((one) => {
      const { field } = one
      if (field.type !== 'Integral' && field.type !== 'Fractional') return []
      const sizes = sizesOf(one)
      const below = sizes.filter((size) => size < 0).length
      if (sizes.length < fewestValues || below > sizes.length / 100 || !endsAtZero(one)) return []
      return [
        {
          fields: [field.name],
          trial: {},
          because: `of ${counted(sizes.length)} numbers in "${field.name}" ${below === 0 ? 'none' : counted(below)} ${below > 1 ? 'are' : 'is'} below zero`,
          description: `"${field.name}" is not negative`,
        },
      ]
    })
  },
})

/** True when zero is where the values end by their nature: they crowd there, or are far from it. */
function endsAtZero(field: ObservedField): boolean {
  const sizes = sizesOf(field).filter((size) => size >= 0)
  const fences = fencesAround(sizes)
  if (fences === null || fences.low >= 0) return true
  const sorted = sizes.toSorted((one, other) => one - other)
  const at = (share: number) => sorted[Math.round(share * (sorted.length - 1))] ?? 0
  // Values spread evenly from zero on have a fiftieth of them within a fiftieth of their range.
  return at(0.02) <= 0.04 * at(0.98)
}
