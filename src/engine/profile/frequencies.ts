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
  const unique = frequencies.find(({ occurs }) => occurs === 1)?.values ?? 0
  return { distinct, unique_ratio: unique / distinct, entropy: entropyOf(frequencies, total) }
}

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
