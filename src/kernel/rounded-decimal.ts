const number = /^([+-]?)(\d*)(?:\.(\d*))?(?:e([+-]?\d+))?$/i
/** Beyond it a number has more digits before the point than any decimal, or none behind it that counts. */
const mostShift = 400

/**
 * The number of this text with `scale` digits behind the point, halves rounded away from zero; null where it has more than
 * `precision` digits then, or the text is no number.
 */
export function roundedDecimal(
  text: string,
  { precision, scale }: { precision: number; scale: number },
): string | null {
  const [, sign = '', before = '', behind = '', power = '0'] = number.exec(text) ?? []
  if (before + behind === '' || Math.abs(Number(power)) > mostShift) return null
  const digits = BigInt(before + behind)
  // How far the digits are from being units of the last place that is kept.
  const shift = scale - behind.length + Number(power)
  const units = shift >= 0 ? digits * 10n ** BigInt(shift) : halvesUp(digits, 10n ** BigInt(-shift))
  if (units >= 10n ** BigInt(precision)) return null
  const kept = String(units).padStart(scale + 1, '0')
  const point = kept.length - scale
  const shown = scale === 0 ? kept : `${kept.slice(0, point)}.${kept.slice(point)}`
  return sign === '-' && units !== 0n ? `-${shown}` : shown
}

const halvesUp = (value: bigint, divisor: bigint): bigint => (value + divisor / 2n) / divisor
