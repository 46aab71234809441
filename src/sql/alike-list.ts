import type { Expression, Literal } from './ast.ts'
import type { Dialect } from './dialect.ts'

const isPlain = ({ type, value }: Literal): boolean =>
  type === 'number' && /^-?\d+(?:\.\d+)?$/.test(String(value))

/**
 * Numbers as the column has them, for engines whose `in` converts nothing: decimals beside decimals, floating numbers beside floating
 * ones. Null for other lists.
 */
export function alikeList(operand: Expression, list: readonly Literal[], dialect: Dialect): string | null {
  if (operand.kind !== 'column' || !list.every(isPlain)) return null
  const written = list.map(({ value }) => String(value))
  if (/float/i.test(operand.native_type)) return written.join(', ')
  if (!/decimal/i.test(operand.native_type)) return null
  return written.map((value) => dialect.exactNumber?.(value) ?? value).join(', ')
}
