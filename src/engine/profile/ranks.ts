const steps = 20

/** Shares of the ranks at which quantiles are kept: every twentieth. */
export const quantileShares: readonly number[] = Array.from(
  { length: steps + 1 },
  (_, index) => index / steps,
)

/** The rank of the quantile at this place among `count` values, from 1, and how far it is on the way to the next. */
function rankAt(index: number, count: number): { rank: number; fraction: number } {
  const whole = (count - 1) * index
  return { rank: Math.floor(whole / steps) + 1, fraction: (whole % steps) / steps }
}

/** The whole ranks whose values make the quantiles of `count` values. */
export function ranksWanted(count: number): number[] {
  const ranks = quantileShares.flatMap((_, index) => {
    const { rank } = rankAt(index, count)
    return [rank, rank + 1]
  })
  return [...new Set(ranks)].filter((rank) => rank >= 1 && rank <= count).sort((one, other) => one - other)
}

/** Ranks that follow each other, as ranges whose ends belong to them: one comparison finds what holds any of a range. */
export function rankRanges(ranks: readonly number[]): [from: number, to: number][] {
  const ranges: [number, number][] = []
  for (const rank of ranks) {
    const last = ranges.at(-1)
    if (last?.[1] === rank - 1) last[1] = rank
    else ranges.push([rank, rank])
  }
  return ranges
}

/** A value that so many rows have, up to the given number of rows in ascending order. */
export interface Step {
  value: number
  rows: number
  up_to: number
}

/** The quantiles at `quantileShares` from the steps that hold the ranks wanted; between two ranks in proportion. Null where a step is missing. */
export function quantilesFrom(found: readonly Step[], count: number): (number | null)[] {
  const at = (rank: number) => found.find(({ rows, up_to }) => rank > up_to - rows && rank <= up_to)?.value
  return quantileShares.map((_, index) => {
    const { rank, fraction } = rankAt(index, count)
    const low = at(rank)
    const high = fraction === 0 ? low : at(rank + 1)
    if (low === undefined || high === undefined) return null
    const way = (high - low) * fraction
    return Number.isFinite(way) ? low + way : low * (1 - fraction) + high * fraction
  })
}
