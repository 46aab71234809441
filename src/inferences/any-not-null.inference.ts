import { counted, defineInference, fewestValues, fieldsFor, type ObservedField } from './inference.ts'

/** Fields that are looked at in pairs; the first ones of a container. */
const mostPaired = 20
const mostProposed = 3

/** Two fields of which one has a value where the other has none. */
export default defineInference({
  name: 'any-not-null',
  rule_type: 'anyNotNull',
  level: 1,
  description: 'Of two fields of one type that often have no value, one always has.',
  shows_values: false,
  may_have_exceptions: false,
  propose(observed) {
    const sparse = fieldsFor(this, observed)
      .filter(({ metrics: { completeness } }) => completeness !== null && completeness < 0.95)
      .slice(0, mostPaired)
    const pairs = sparse.flatMap((one, index) =>
      sparse.slice(index + 1).map((other) => [one, other] as const),
    )
    return pairs
      .filter(([one, other]) => one.field.type === other.field.type && fillEachOther(one, other))
      .slice(0, mostProposed)
      .map(([one, other]) => {
        const names = [one.field.name, other.field.name]
        return {
          fields: names,
          trial: {},
          because: `${names.map((name) => `"${name}"`).join(' and ')} are often without a value, but never both in ${counted(observed.learned)} rows`,
          description: `"${names[0]}" or "${names[1]}" has a value`,
        }
      })
  },
})

/** True when no row lacks both, although many would by chance. */
function fillEachOther(one: ObservedField, other: ObservedField): boolean {
  const rows = one.values.length
  const lacking = (values: ObservedField['values']) => values.filter((value) => value === null).length
  const byChance = (lacking(one.values) * lacking(other.values)) / rows
  const both = one.values.some((value, row) => value === null && (other.values[row] ?? null) === null)
  return rows >= fewestValues && byChance >= 10 && !both
}
