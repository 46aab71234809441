/** Whole numbers that `number` holds exactly become one; only larger ones stay bigint. */
export function wholeNumber(value: bigint): number | bigint {
  return value >= Number.MIN_SAFE_INTEGER && value <= Number.MAX_SAFE_INTEGER ? Number(value) : value
}
