import { rounded } from './fences.ts'
import {
  counted,
  defineInference,
  fieldsFor,
  fewestValues,
  percent,
  type ObservedField,
} from './inference.ts'

/** How nearly two fields must lie on a line. */
const leastCorrelation = 0.999

/** A field that follows from another. */
export default defineInference({
  name: 'predicted-by',
  rule_type: 'predictedBy',
  level: 4,
  description: 'A number is another one times a factor, plus an amount, but for a small difference.',
  shows_values: true,
  may_have_exceptions: true,
  propose(observed) {
    const fields = fieldsFor(this, observed)
    return fields.flatMap((one) => {
      const { field, metrics } = one
      const line = metrics.regression_models.find(
        ({ correlation }) => Math.abs(correlation) >= leastCorrelation,
      )
      const other = fields.find((each) => each.field.name === line?.field)
      // Of two that follow from each other the later one is judged.
      if (
        !line ||
        !other ||
        other.place > one.place ||
        (metrics.approximate_distinct_values ?? 0) < fewestValues
      )
        return []
      const errors = differences(one, other, line)
      if (errors.length < fewestValues) return []
      const most = errors[Math.floor(0.99 * (errors.length - 1))] ?? 0
      const scale = Math.max(Math.abs(metrics.max ?? 0), Math.abs(metrics.min ?? 0))
      const tolerance = rounded(2 * most + scale * 1e-9, 2 * most + scale * 1e-9, 'up')
      return [
        {
          fields: [field.name],
          trial: {
            expression: `${line.slope} * ${observed.quoted(other.field.name)} + ${line.intercept}`,
            tolerance,
          },
          because: `"${field.name}" and "${other.field.name}" lie on a line (correlation ${percent(Math.abs(line.correlation))}) in ${counted(errors.length)} rows`,
          description: `"${field.name}" follows from "${other.field.name}"`,
          yields_to: ['equalToField'],
        },
      ]
    })
  },
})

/** The sizes of the differences from the line, in ascending order. */
function differences(
  one: ObservedField,
  other: ObservedField,
  { slope, intercept }: { slope: number; intercept: number },
): number[] {
  const found = one.sizes.flatMap((size, row) => {
    const from = other.sizes[row] ?? null
    return size === null || from === null ? [] : [Math.abs(size - (slope * from + intercept))]
  })
  return found.sort((left, right) => left - right)
}
