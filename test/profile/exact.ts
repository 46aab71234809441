/** A floating number as a whole number times a power of two. */
function partsOf(value: number): { digits: bigint; exponent: number } {
  if (value === 0) return { digits: 0n, exponent: 0 }
  const view = new DataView(new ArrayBuffer(8))
  view.setFloat64(0, value)
  const bits = view.getBigUint64(0)
  const raw = Number((bits >> 52n) & 0x7ffn)
  const fraction = bits & 0xfffffffffffffn
  const digits = raw === 0 ? fraction : fraction | 0x10000000000000n
  return { digits: value < 0 ? -digits : digits, exponent: Math.max(raw, 1) - 1075 }
}

/** Numbers as whole ones over a common power of two. */
export interface Exact {
  digits: bigint[]
  exponent: number
}

/** Every number exactly; bigints and numbers may be mixed. */
export function exactly(values: readonly (number | bigint)[]): Exact {
  const parts = values.map((value) =>
    typeof value === 'bigint' ? { digits: value, exponent: 0 } : partsOf(value),
  )
  const exponent = Math.min(0, ...parts.map((part) => part.exponent))
  return { digits: parts.map((part) => part.digits << BigInt(part.exponent - exponent)), exponent }
}

/** The floating number next to `over / under * 2 ** exponent`. */
export function quotient(over: bigint, under: bigint, exponent = 0): number {
  const size = (value: bigint) => (value < 0n ? -value : value).toString(2).length
  const shift = 80 - (size(over) - size(under))
  const scaled = shift >= 0 ? (over << BigInt(shift)) / under : over / (under << BigInt(-shift))
  // In two steps: one power of two could be too small for a floating number.
  const half = Math.trunc((exponent - shift) / 2)
  return Number(scaled) * 2 ** half * 2 ** (exponent - shift - half)
}

export const totalOf = (digits: readonly bigint[]): bigint => digits.reduce((sum, one) => sum + one, 0n)

/** Sums of products of equal places. */
export const product = (left: readonly bigint[], right: readonly bigint[]): bigint =>
  totalOf(left.map((one, index) => one * (right[index] ?? 0n)))
