import type { ObservedField } from './inference.ts'

/** Bounds within which further values of the same kind lie. */
export interface Fences {
  low: number
  high: number
  /** True where values seen lie beyond the lower or the upper bound, far from all others. */
  has_outliers: boolean
}

/** Values so many quartile ranges beyond the quartiles are not of the same kind as the others. */
const farAway = 8

/** At most this share of the values may be called far away. */
const mostOutliers = 0.01

/**
 * Bounds around these sizes, a quartile range wider than they are. Values that pile up below and run out far above are looked at
 * by their logarithms. Null where they do not differ.
 */
export function fencesAround(sizes: readonly number[]): Fences | null {
  const sorted = [...sizes].sort((one, other) => one - other)
  const [least = 0] = sorted
  const isSkewed = least >= 0 && leansRight(sorted)
  const onScale = isSkewed ? sorted.map((size) => Math.log1p(size)) : sorted
  const fences = fencesOnScale(onScale)
  if (fences === null || !isSkewed) return fences
  return { ...fences, low: Math.max(0, Math.expm1(fences.low)), high: Math.expm1(fences.high) }
}

function fencesOnScale(sorted: readonly number[]): Fences | null {
  const at = (share: number) => sorted[Math.round(share * (sorted.length - 1))] ?? Number.NaN
  const [q1, q3] = [at(0.25), at(0.75)]
  const [least, most] = [at(0), at(1)]
  const range = q3 > q1 ? q3 - q1 : (most - least) / 2
  if (!(range > 0)) return null
  const near = sorted.filter((size) => size >= q1 - farAway * range && size <= q3 + farAway * range)
  const apart = sorted.length - near.length
  if (apart > mostOutliers * sorted.length)
    return { low: least - range, high: most + range, has_outliers: false }
  return { low: (near[0] ?? least) - range, high: (near.at(-1) ?? most) + range, has_outliers: apart > 0 }
}

/** True when the upper tail is much longer than the lower one. */
function leansRight(sorted: readonly number[]): boolean {
  const at = (share: number) => sorted[Math.round(share * (sorted.length - 1))] ?? 0
  const [low, middle, high] = [at(0.01), at(0.5), at(0.99)]
  return high - middle > 3 * (middle - low)
}

/** The sizes that are there. */
export const sizesOf = ({ sizes }: ObservedField): number[] => sizes.filter((size) => size !== null)

/** The bounds for all rows: the ends of all of them count as values too. */
export function fencesOfAll(field: ObservedField): Fences | null {
  const { min, max } = field.metrics
  return fencesAround([...sizesOf(field), ...[min, max].filter((end) => end !== null)])
}

/** A number with two significant digits of `scale`, not above (`down`) or not below it. */
export function rounded(size: number, scale: number, towards: 'down' | 'up'): number {
  const step = 10 ** (Math.floor(Math.log10(Math.abs(scale) || 1)) - 1)
  const steps = towards === 'down' ? Math.floor(size / step) : Math.ceil(size / step)
  return Number((steps * step).toPrecision(12))
}
