import type { Quantile } from '../api/api.generated.ts'

/** A part of the range of a field and the share of its values that lie there, about. */
export interface Bin {
  from: number
  to: number
  /** 0 to 1. */
  share: number
}

/** Equal parts of the range between the least and the greatest value, by what the quantiles say lies in each. */
export function binsOf(quantiles: readonly Quantile[], parts: number): Bin[] {
  const least = quantiles[0]?.value
  const greatest = quantiles.at(-1)?.value
  if (least === undefined || greatest === undefined || !(greatest > least)) return []
  const width = (greatest - least) / parts
  return Array.from({ length: parts }, (_, index) => {
    const from = least + index * width
    const to = index === parts - 1 ? greatest : from + width
    const below = index === 0 ? 0 : rankOf(quantiles, from)
    return { from, to, share: Math.max(0, rankOf(quantiles, to) - below) }
  })
}

/** The share of values outside of a range, about; 0 to 1. */
export function shareOutside(
  quantiles: readonly Quantile[],
  { from, to }: { from: number; to: number },
): number {
  const least = quantiles[0]?.value ?? from
  const below = from <= least ? 0 : rankOf(quantiles, from)
  return Math.min(1, Math.max(0, below + 1 - rankOf(quantiles, to)))
}

/** A place on the axis as a number that people would write: whole where values are, else with as many digits as the drawing can tell apart. */
export function roundedTo(value: number, span: number, isWhole: boolean): number {
  const step = 10 ** Math.floor(Math.log10(span / 200))
  if (isWhole || step >= 1) return Math.round(value / Math.max(1, step)) * Math.max(1, step)
  return Number((Math.round(value / step) * step).toPrecision(12))
}

/** The share of values up to this one, between the quantiles as on a line. */
function rankOf(quantiles: readonly Quantile[], value: number): number {
  const above = quantiles.findIndex((quantile) => quantile.value > value)
  if (above === -1) return 1
  const [low, high] = [quantiles[above - 1], quantiles[above]]
  if (low === undefined || high === undefined) return 0
  return low.rank + ((value - low.value) / (high.value - low.value)) * (high.rank - low.rank)
}
