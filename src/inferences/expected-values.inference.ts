import { categoriesOf, shortList, type Categories } from './categories.ts'
import { counted, defineInference, fieldsFor, type Candidate, type ObservedField } from './inference.ts'

/** Fields with a closed list of values. */
export default defineInference({
  name: 'expected-values',
  rule_type: 'expectedValues',
  level: 1,
  description: 'A field has few values, each of them many times.',
  shows_values: true,
  may_have_exceptions: true,
  propose: (observed) =>
    fieldsFor({ shows_values: true }, observed).flatMap((field): Candidate[] => {
      const categories = categoriesOf(field)
      return categories === null ? [] : [candidateOf(field, categories)]
    }),
})

function candidateOf({ field }: ObservedField, { learned, all }: Categories): Candidate {
  const kept = usual(learned)
  const known = all === null ? kept : usual(all)
  const list = (values: readonly string[]) => [...values].sort()
  const counts = all ?? learned
  const rows = [...counts.values()].reduce((sum, count) => sum + count, 0)
  const listed = known.reduce((sum, value) => sum + (counts.get(value) ?? 0), 0)
  const isOne = known.length === 1
  const share = listed === rows ? counted(rows) : `${counted(listed)} of ${counted(rows)}`
  return {
    fields: [field.name],
    trial: { list: list(kept) },
    properties: { list: list(known) },
    because: `${share} values of "${field.name}" are ${isOne ? '' : `one of ${known.length}: `}${shortList(list(known))}`,
    description: isOne
      ? `"${field.name}" has one known value`
      : `"${field.name}" is one of ${known.length} known values`,
  }
}

/** Without the values that are too rare beside the others to be one of them. */
function usual(counts: ReadonlyMap<string, number>): string[] {
  const rows = [...counts.values()].reduce((sum, count) => sum + count, 0)
  const rare = [...counts].filter(([, count]) => count <= Math.max(1, rows / 1000))
  const outside = rare.reduce((sum, [, count]) => sum + count, 0)
  // Many rare values are no errors, but a long tail.
  const dropped = outside <= rows / 100 ? new Set(rare.map(([value]) => value)) : new Set()
  return [...counts.keys()].filter((value) => !dropped.has(value))
}
