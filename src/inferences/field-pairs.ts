import { fewestValues, fieldsFor, type Observed, type ObservedField } from './inference.ts'

/** Fields that are compared with each other; the first ones of a container. */
const mostCompared = 24

/** Two fields of values that have an order, and the rows in which both have one. */
export interface Compared {
  one: ObservedField
  other: ObservedField
  both: number
  /** Rows in which the value of `one` is the lesser, equal, and the greater one. */
  less: number
  equal: number
  greater: number
}

/** Every two fields of numbers, and every two of times. */
export function comparedFields(observed: Observed): Compared[] {
  const fields = fieldsFor({ shows_values: false }, observed)
  return [(one: ObservedField) => isNumber(one), (one: ObservedField) => isTime(one)]
    .flatMap((isKind) => {
      const alike = fields.filter(isKind).slice(0, mostCompared)
      return alike.flatMap((one, index) => alike.slice(index + 1).map((other) => compare(one, other)))
    })
    .filter(({ both }) => both >= fewestValues)
}

const isNumber = ({ field: { type } }: ObservedField): boolean => type === 'Integral' || type === 'Fractional'
const isTime = ({ field: { type } }: ObservedField): boolean => type === 'Date' || type === 'Timestamp'

function compare(one: ObservedField, other: ObservedField): Compared {
  const result: Compared = { one, other, both: 0, less: 0, equal: 0, greater: 0 }
  for (const [row, left] of one.sizes.entries()) {
    const right = other.sizes[row] ?? null
    if (left === null || right === null) continue
    result.both += 1
    if (left < right) result.less += 1
    else if (left > right) result.greater += 1
    else result.equal += 1
  }
  return result
}

/** True when the values of both lie among each other, so that their order within a row says something. */
export function overlap({ one, other }: Compared): boolean {
  const [left, right] = [one.metrics, other.metrics]
  if (left.min === null || left.max === null || right.min === null || right.max === null) return false
  const shared = Math.min(left.max, right.max) - Math.max(left.min, right.min)
  const spread = Math.min(left.max - left.min, right.max - right.min)
  return spread > 0 && shared >= 0.3 * spread
}

/** True when the fields measure the same: their middles are of about one size, and their values go together. */
export function goTogether({ one, other }: Compared): boolean {
  if (isTime(one)) return true
  const line = one.metrics.field_correlations.find(({ field }) => field === other.field.name)
  return line !== undefined && line.correlation >= 0.5
}
