import { sizesOf } from './fences.ts'
import { fewestValues, fieldsFor, type Observed, type ObservedField } from './inference.ts'

const dayMs = 86_400_000

/** A field of dates or times with the span of its values, milliseconds since 1970. */
export interface Spanned {
  one: ObservedField
  learned: { from: number; to: number }
  all: { from: number; to: number }
  /** True when its newest values are about as new as they can be: more will come. */
  is_growing: boolean
}

/** Fields of dates and times, each with a span somewhat wider than what was seen. */
export function spannedFields(observed: Observed): Spanned[] {
  const now = Date.parse(observed.now)
  return fieldsFor({ shows_values: true }, observed).flatMap((one) => {
    const { type } = one.field
    if (type !== 'Date' && type !== 'Timestamp') return []
    const sizes = sizesOf(one).toSorted((left, right) => left - right)
    if (sizes.length < fewestValues) return []
    const near = withoutFar(sizes)
    const learned = widened(near[0] ?? 0, near.at(-1) ?? 0)
    const { min, max } = one.metrics
    const inReach = (end: number | null): end is number =>
      end !== null && end >= learned.from && end <= learned.to
    const all = widened(
      Math.min(near[0] ?? 0, inReach(min) ? min : Infinity),
      Math.max(near.at(-1) ?? 0, inReach(max) ? max : -Infinity),
    )
    return [{ one, learned, all, is_growing: learned.to >= now - 60 * dayMs }]
  })
}

/** A twentieth wider at both ends, by whole days. */
function widened(first: number, last: number): { from: number; to: number } {
  const margin = Math.max((last - first) / 20, dayMs)
  return {
    from: Math.floor((first - margin) / dayMs) * dayMs,
    to: Math.ceil((last + margin) / dayMs) * dayMs,
  }
}

/** Without the hundredth that lies far outside of where all others are. */
function withoutFar(sorted: readonly number[]): readonly number[] {
  const at = (share: number) => sorted[Math.round(share * (sorted.length - 1))] ?? 0
  const [q1, q3] = [at(0.25), at(0.75)]
  const range = Math.max(q3 - q1, dayMs)
  const near = sorted.filter((size) => size >= q1 - 8 * range && size <= q3 + 8 * range)
  return sorted.length - near.length > sorted.length / 100 ? sorted : near
}

/** The day as checks write it. */
export const dayOf = (millis: number): string => new Date(millis).toISOString().slice(0, 10)

const [firstYear, lastYear] = [Date.UTC(1000, 0), Date.UTC(9990, 0)]

/** True for moments that every store can compare with. */
export const isOrdinary = ({ from, to }: { from: number; to: number }): boolean =>
  from > firstYear && to < lastYear
