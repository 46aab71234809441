import { fencesAround, fencesOfAll, rounded, sizesOf, type Fences } from './fences.ts'
import { fewestValues, fieldsFor, type Observed, type ObservedField } from './inference.ts'

/** A field of numbers with the bounds of its values: by the rows to learn from, and by all rows. */
export interface Ranged {
  one: ObservedField
  learned: Fences
  all: Fences
}

/** Numbers beyond this have no exact bounds. */
const mostExact = 2 ** 53

/** Fields of numbers that measure something; numbers that only tell rows apart have no range that lasts. */
export function rangedFields(observed: Observed): Ranged[] {
  return fieldsFor({ shows_values: true }, observed).flatMap((one) => {
    const { field, metrics } = one
    if (field.type !== 'Integral' && field.type !== 'Fractional') return []
    if (Math.max(Math.abs(metrics.min ?? 0), Math.abs(metrics.max ?? 0)) >= mostExact) return []
    const sizes = sizesOf(one)
    if (sizes.length < fewestValues || isCounter(one)) return []
    const [learned, all] = [fencesAround(sizes), fencesOfAll(one)]
    return learned === null || all === null
      ? []
      : [{ one, learned: settled(learned, sizes), all: settled(all, sizes) }]
  })
}

/** Rounded outwards; what is never below zero has no bound below it. */
function settled({ low, high, has_outliers }: Fences, sizes: readonly number[]): Fences {
  const range = high - low
  const least = rounded(low, range, 'down')
  const below = sizes.filter((size) => size < 0).length
  return {
    low: below <= sizes.length / 100 ? Math.max(0, least) : least,
    high: rounded(high, range, 'up'),
    has_outliers,
  }
}

/** True for whole numbers that hardly repeat: identifiers, that grow with the rows. */
function isCounter({ field, metrics }: ObservedField): boolean {
  return field.type === 'Integral' && (metrics.unique_distinct_ratio ?? 0) > 0.95
}
