import {
  counted,
  defineInference,
  fewestValues,
  fieldsFor,
  present,
  type ObservedField,
  type ReferenceField,
} from './inference.ts'
import { nearness } from './reference-names.ts'

/** References of one container that are tried. */
const mostTried = 6

/** Fields whose values are those of another container's key. */
export default defineInference({
  name: 'exists-in',
  rule_type: 'existsIn',
  level: 4,
  description:
    'Every value is one of the values of another container of the datastore, whose field tells its rows apart and was profiled before.',
  shows_values: false,
  may_have_exceptions: true,
  looks_beside: true,
  propose: (observed) =>
    fieldsFor({ shows_values: false }, observed)
      .flatMap((one) => {
        const fitting = observed.references.filter((reference) => mayRefer(one, reference))
        const [best] = fitting.toSorted(
          (left, right) => nearness(one.field, right) - nearness(one.field, left),
        )
        return best === undefined ? [] : [{ one, best }]
      })
      .slice(0, mostTried)
      .map(({ one: { field, metrics }, best }) => ({
        fields: [field.name],
        trial: {
          field_name: best.field,
          ref_container_id: best.container_id,
          ref_datastore_id: best.datastore_id,
        },
        because: `the about ${counted(metrics.approximate_distinct_values ?? 0)} values of "${field.name}" are among the ${counted(best.distinct)} of "${best.field}" in "${best.container}", each of which occurs once there`,
        description: `"${field.name}" exists in "${best.container}"`,
      })),
})

/** True when the types agree, the sizes fit, and either the names speak for it or the texts are too special for chance. */
function mayRefer(one: ObservedField, reference: ReferenceField): boolean {
  const { field, metrics, values } = one
  const distinct = metrics.approximate_distinct_values ?? 0
  if (field.type !== reference.type || distinct < 3 || distinct > 1.02 * reference.distinct) return false
  if (present(values).length < fewestValues || reference.distinct < 3) return false
  if (field.type === 'String') return nearness(field, reference) > 0 || distinct >= fewestValues
  return field.type === 'Integral' && nearness(field, reference) > 0
}
