/** Measurements that thresholds look back at: those of a week, one a day. */
const looksBack = 7
/** Before so many measurements deviations say nothing. */
const fewest = 3
const hourMs = 3_600_000

/** Bounds of the number of rows from what was measured, newest first: wide at first, then two deviations around the mean. Null without rows. */
export function volumeBounds(volumes: readonly number[]): { min: number; max: number } | null {
  const recent = volumes.slice(0, looksBack)
  const mean = recent.reduce((sum, rows) => sum + rows, 0) / recent.length
  if (!(mean > 0)) return null
  if (recent.length < fewest) return { min: Math.floor(mean / 2), max: Math.ceil(mean * 2) }
  const squares = recent.reduce((sum, rows) => sum + (rows - mean) ** 2, 0)
  const deviation = Math.sqrt(squares / (recent.length - 1))
  // A table that never changed may change a little.
  const margin = Math.max(2 * deviation, mean / 10)
  return { min: Math.max(0, Math.floor(mean - margin)), max: Math.ceil(mean + margin) }
}

/** The greatest age that passes, milliseconds: twice the longest time between modifications, newest first. Null until three are known. */
export function ageBound(modifications: readonly number[]): number | null {
  const recent = modifications.slice(0, looksBack + 1)
  if (recent.length < fewest) return null
  const gaps = recent.slice(1).map((earlier, index) => (recent[index] ?? earlier) - earlier)
  return Math.max(hourMs, 2 * Math.max(...gaps))
}
