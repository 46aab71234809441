/** How many values occur so often. */
export interface Frequency {
  occurs: number
  values: number
}

/** What the frequencies of a field's values say of it; null without a value. */
export interface Diversity {
  distinct: number
  /** Values that occur once, of those that differ. */
  unique_ratio: number
  /** Shannon's, in bits. */
  entropy: number
}

/** Exact, from all frequencies of a field. */
export function diversityOf(frequencies: readonly Frequency[]): Diversity | null {
  const distinct = sumOf(frequencies.map(({ values }) => values))
  if (distinct === 0) return null
  const total = sumOf(frequencies.map(({ occurs, values }) => occurs * values))
  return {
    distinct,
    unique_ratio: onceIn(frequencies) / distinct,
    entropy: entropyOf(frequencies, total),
  }
}

/**
 * Estimated, from the values that occur most, which are known, and a sample of the others: one in so many of them, with all their rows.
 * `present` are the rows with a value.
 */
export function estimatedDiversity(
  known: readonly number[],
  sampled: readonly Frequency[],
  one_in: number,
  present: number,
): Diversity {
  const distinct = Math.min(present, known.length + one_in * sumOf(sampled.map(({ values }) => values)))
  const once = known.filter((rows) => rows === 1).length + one_in * onceIn(sampled)
  const rest = present - sumOf(known)
  const seen = sumOf(sampled.map(({ occurs, values }) => occurs * values))
  // The sample stands for all rows that are not known.
  const weight = seen === 0 ? 0 : rest / seen
  const entropy =
    entropyOf(
      known.map((occurs) => ({ occurs, values: 1 })),
      present,
    ) +
    weight * entropyOf(sampled, present)
  return { distinct, unique_ratio: Math.min(1, once / distinct), entropy }
}

const onceIn = (frequencies: readonly Frequency[]): number =>
  frequencies.find(({ occurs }) => occurs === 1)?.values ?? 0

/** Bits; the shares of all values together are 1. */
function entropyOf(frequencies: readonly Frequency[], total: number): number {
  const parts = frequencies.map(({ occurs, values }) => {
    const share = occurs / total
    return -values * share * Math.log2(share)
  })
  // One value alone would come out as -0.
  return Math.max(0, sumOf(parts))
}

const sumOf = (numbers: readonly number[]): number => numbers.reduce((sum, one) => sum + one, 0)
