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

/** Whether a printed value is in one of several lists of at most so many members, as no single one may be longer. */
export function inLists(
  printed: string,
  constants: readonly string[],
  most: number,
  negated: boolean,
): string {
  const lists: string[] = []
  for (let from = 0; from < constants.length; from += most)
    lists.push(`${printed} ${negated ? 'not ' : ''}in (${constants.slice(from, from + most).join(', ')})`)
  return `(${lists.join(negated ? ' and ' : ' or ')})`
}
