import { exactly, product, quotient, totalOf } from './exact.ts'

/** The figures of numbers, each computed with whole numbers of any size and rounded once. */
export interface NumberFigures {
  mean: number | null
  sum: number | null
  std_dev: number | null
  skewness: number | null
  kurtosis: number | null
  is_not_normal: boolean | null
  quantiles: number[]
}

export function figuresOfNumbers(values: readonly (number | bigint)[]): NumberFigures {
  const n = BigInt(values.length)
  const count = values.length
  const { digits, exponent } = exactly(values)
  const s1 = totalOf(digits)
  const squares = digits.map((one) => one * one)
  const s2 = totalOf(squares)
  const s3 = product(squares, digits)
  const s4 = product(squares, squares)
  const second = n * s2 - s1 * s1
  const third = n * n * s3 - 3n * n * s1 * s2 + 2n * s1 ** 3n
  const fourth = n ** 3n * s4 - 4n * n * n * s1 * s3 + 6n * n * s1 * s1 * s2 - 3n * s1 ** 4n
  const isConstant = second === 0n
  const skew = isConstant
    ? null
    : Math.sign(Number(third > 0n) - Number(third < 0n)) * Math.sqrt(quotient(third * third, second ** 3n))
  const excess = isConstant ? null : quotient(fourth - 3n * second * second, second * second)
  return {
    mean: count === 0 ? null : finite(quotient(s1, n, exponent)),
    sum: count === 0 ? null : finite(quotient(s1, 1n, exponent)),
    std_dev: count < 2 ? null : deviationOf(second, n, exponent),
    skewness: count < 3 || skew === null ? null : (skew * Math.sqrt(count * (count - 1))) / (count - 2),
    kurtosis:
      count < 4 || excess === null
        ? null
        : ((count - 1) / ((count - 2) * (count - 3))) * ((count + 1) * excess + 6),
    is_not_normal:
      count < 8 || skew === null || excess === null
        ? null
        : (count / 6) * (skew ** 2 + excess ** 2 / 4) > 5.991464547107979,
    quantiles: quantilesOf(values),
  }
}

/** The root is taken of a number near 1, so that its square is a floating number too. */
function deviationOf(second: bigint, n: bigint, exponent: number): number | null {
  if (second === 0n) return 0
  const under = n * (n - 1n)
  const half = Math.trunc((second.toString(2).length - under.toString(2).length) / 2)
  const root = Math.sqrt(quotient(second, under, -2 * half))
  const first = Math.trunc((half + exponent) / 2)
  return finite(root * 2 ** first * 2 ** (half + exponent - first))
}

const finite = (value: number): number | null => (Number.isFinite(value) ? value : null)

function quantilesOf(values: readonly (number | bigint)[]): number[] {
  const sorted = values.toSorted((one, other) => (one < other ? -1 : Number(one > other)))
  if (sorted.length === 0) return []
  return Array.from({ length: 21 }, (_, index) => {
    const place = ((sorted.length - 1) * index) / 20
    const [low = 0, high = low] = [sorted[Math.floor(place)], sorted[Math.ceil(place)]].map(Number)
    const way = place - Math.floor(place)
    return low * (1 - way) + high * way
  })
}

/** How often each value occurs, by its key. */
export function occurrences(keys: readonly string[]): Map<string, number> {
  const counts = new Map<string, number>()
  for (const key of keys) counts.set(key, (counts.get(key) ?? 0) + 1)
  return counts
}

export function diversity(keys: readonly string[]) {
  const counts = [...occurrences(keys).values()]
  const total = keys.length
  return {
    distinct: counts.length,
    unique_ratio: counts.length === 0 ? null : counts.filter((count) => count === 1).length / counts.length,
    entropy:
      counts.length === 0
        ? null
        : counts.reduce((sum, count) => sum + (count / total) * Math.log2(total / count), 0),
  }
}

/** Pearson's over the places where both have a value; null where it is not defined. `condition`: how much its computation may lose. */
export function correlationOf(
  left: readonly (number | bigint | null)[],
  right: readonly (number | bigint | null)[],
): { correlation: number; condition: number } | null {
  const both = left.flatMap((one, index) => {
    const other = right[index] ?? null
    return one === null || other === null ? [] : [[one, other] as const]
  })
  if (both.length < 3) return null
  const x = exactly(both.map(([one]) => one)).digits
  const y = exactly(both.map(([, other]) => other)).digits
  const n = BigInt(both.length)
  const varX = n * product(x, x) - totalOf(x) ** 2n
  const varY = n * product(y, y) - totalOf(y) ** 2n
  if (varX === 0n || varY === 0n) return null
  const cov = n * product(x, y) - totalOf(x) * totalOf(y)
  const size = Math.sqrt(quotient(cov * cov, varX * varY))
  return {
    correlation: cov < 0n ? -size : size,
    condition: Math.max(
      spread(
        left,
        both.map(([one]) => one),
      ),
      spread(
        right,
        both.map(([, other]) => other),
      ),
    ),
  }
}

/** The range of all values over the standard deviation of these. */
function spread(all: readonly (number | bigint | null)[], used: readonly (number | bigint)[]): number {
  const numbers = all.filter((one) => one !== null).map(Number)
  const range = Math.max(...numbers) / 2 - Math.min(...numbers) / 2
  return range / (figuresOfNumbers(used).std_dev ?? 0)
}
