import { ExactNumber } from '../../kernel/cell.ts'

/** A decimal of which large and small ones may come with an exponent; all its digits, without one. */
export function plainDecimal(value: string): ExactNumber {
  const [, sign = '', whole = '', fraction = '', exponent = '0'] =
    /^(-?)(\d+)(?:\.(\d+))?(?:[eE]([-+]?\d+))?$/.exec(value) ?? []
  const moved = Number(exponent)
  if (moved === 0) return new ExactNumber(value)
  const digits = `${whole}${fraction}`
  const point = whole.length + moved
  if (point >= digits.length) return new ExactNumber(`${sign}${digits.padEnd(point, '0')}`)
  const padded = point <= 0 ? `${'0'.repeat(1 - point)}${digits}` : digits
  const at = Math.max(point, 1)
  return new ExactNumber(`${sign}${padded.slice(0, at)}.${padded.slice(at)}`)
}
