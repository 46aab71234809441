import { comparedFields, goTogether, overlap, type Compared } from './field-pairs.ts'
import { counted, defineInference, percent, type Candidate } from './inference.ts'

/** Checks of one container; of many orders most follow from others. */
const mostProposed = 10

/** Two fields of which one is never below the other. */
export default defineInference({
  name: 'greater-than-field',
  rule_type: 'greaterThanField',
  level: 3,
  description:
    'Of two fields whose values lie among each other, and go together where they are numbers, one is never below the other.',
  shows_values: false,
  may_have_exceptions: true,
  propose: (observed) =>
    comparedFields(observed)
      .filter((pair) => overlap(pair) && goTogether(pair) && pair.equal < 0.9 * pair.both)
      // Of several fields below one, the nearest says most.
      .toSorted((left, right) => distanceOf(left) - distanceOf(right))
      .flatMap(candidatesOf)
      .slice(0, mostProposed),
})

const distanceOf = ({ one, other }: Compared): number =>
  Math.abs((one.metrics.mean ?? 0) - (other.metrics.mean ?? 0))

function candidatesOf({ one, other, both, less, equal, greater }: Compared): Candidate[] {
  const [high, low, against] = less < greater ? [one, other, less] : [other, one, greater]
  if (against > both / 100) return []
  const [upper, lower] = [high.field.name, low.field.name]
  return [
    {
      fields: [upper],
      trial: { field_name: lower, inclusive: true },
      because: `"${upper}" is not below "${lower}" in ${percent((both - against) / both)} of ${counted(both)} rows, and equal in ${counted(equal)}`,
      description: `"${upper}" is not below "${lower}"`,
      yields_to: ['equalToField'],
    },
  ]
}
