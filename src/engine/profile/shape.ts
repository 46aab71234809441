import type { Frame } from './numbers.ts'

/** Sums of the first four powers of the deviations of so many values. */
export interface PowerSums {
  count: number
  sums: readonly [number, number, number, number]
}

/** The shape of a distribution; each null where there are too few values for it, or where all are the same. */
export interface Shape {
  mean: number | null
  sum: number | null
  /** Of a sample: divided by n - 1. */
  std_dev: number | null
  /** Of a sample, adjusted for its size (G1). */
  skewness: number | null
  /** Of a sample, adjusted for its size, 0 for a normal distribution (G2). */
  kurtosis: number | null
  /** True when the test of Jarque and Bera refuses a normal distribution at 5 %; null below 8 values. */
  is_not_normal: boolean | null
}

const nothing: Shape = {
  mean: null,
  sum: null,
  std_dev: null,
  skewness: null,
  kurtosis: null,
  is_not_normal: null,
}

/** The 95 % quantile of chi square with two degrees of freedom. */
const jarqueBeraLimit = 5.991464547107979

/** Fewest values of which the test says anything. */
const fewestTested = 8

/** Below this share of the second power sum, what is left of it is rounding: all values are the same. */
const rounding = 1e-26

/** The shape from power sums around a pivot; they are moved to the mean, which is near it, so that little is lost. */
export function shapeOf({ count: n, sums }: PowerSums, { pivot, scale }: Frame): Shape {
  if (n === 0) return nothing
  const [s1, s2, s3, s4] = sums
  const shift = s1 / n
  const mean = Number(pivot) + shift / scale
  const total = Number(pivot) * n + s1 / scale
  const m2 = s2 / n - shift ** 2
  const m3 = s3 / n - 3 * shift * (s2 / n) + 2 * shift ** 3
  const m4 = s4 / n - 4 * shift * (s3 / n) + 6 * shift ** 2 * (s2 / n) - 3 * shift ** 4
  const isConstant = m2 <= rounding * (s2 / n) || m2 <= 0
  const variance = isConstant ? 0 : m2
  const skew = isConstant ? null : m3 / m2 ** 1.5
  const excess = isConstant ? null : m4 / m2 ** 2 - 3
  return {
    mean: finite(mean),
    sum: finite(total),
    std_dev: n < 2 ? null : finite(Math.sqrt((variance * n) / (n - 1)) / scale),
    skewness: n < 3 || skew === null ? null : finite((skew * Math.sqrt(n * (n - 1))) / (n - 2)),
    kurtosis:
      n < 4 || excess === null ? null : finite(((n - 1) / ((n - 2) * (n - 3))) * ((n + 1) * excess + 6)),
    is_not_normal:
      n < fewestTested || skew === null || excess === null
        ? null
        : (n / 6) * (skew ** 2 + excess ** 2 / 4) > jarqueBeraLimit,
  }
}

const finite = (value: number): number | null => (Number.isFinite(value) ? value : null)
