import type { Expression, Literal } from './ast.ts'
import type { Dialect } from './dialect.ts'
import { isOfType } from './node-kinds.ts'

type InList = Extract<Expression, { kind: 'in_list' }>

/** Whether a value is in a list of constants, in the way of the dialect; `printed` and `constants` are both in print. */
export function isInConstants(
  node: InList,
  printed: string,
  constants: readonly string[],
  dialect: Dialect,
): string {
  const { negated } = node
  const { listMembers = Infinity } = dialect
  if (constants.length > listMembers) return inLists(printed, constants, listMembers, negated)
  const members = constants.join(', ')
  const condition = ownCondition(node, printed, members, dialect)
  if (condition === undefined) return `(${printed} ${negated ? 'not ' : ''}in (${members}))`
  return negated ? `(not ${condition})` : condition
}

/** What the dialect has for such a list instead of `in`; undefined where it has nothing. */
function ownCondition(
  { operand, list }: InList,
  printed: string,
  constants: string,
  dialect: Dialect,
): string | undefined {
  if (dialect.isIn) return dialect.isIn([printed], alikeList(operand, list, dialect) ?? constants)
  if (operand.kind !== 'column' || list.length < 2) return undefined
  return list.every((literal) => isOfType(literal, operand))
    ? dialect.inList?.(printed, constants, operand)
    : undefined
}

const isPlain = ({ type, value }: Literal): boolean =>
  type === 'number' && /^-?\d+(?:\.\d+)?$/.test(String(value))

/**
 * Numbers as the column has them, for engines whose `in` converts nothing: decimals beside decimals, floating numbers beside floating
 * ones. Null for other lists.
 */
function alikeList(operand: Expression, list: readonly Literal[], dialect: Dialect): string | null {
  if (operand.kind !== 'column' || !list.every(isPlain)) return null
  const written = list.map(({ value }) => String(value))
  if (/float/i.test(operand.native_type)) return written.join(', ')
  if (!/decimal/i.test(operand.native_type)) return null
  return written.map((value) => dialect.exactNumber?.(value) ?? value).join(', ')
}

/** Whether a printed value is in one of several lists of at most so many members, as no single one may be longer. */
function inLists(printed: string, constants: readonly string[], most: number, negated: boolean): string {
  const lists: string[] = []
  for (let from = 0; from < constants.length; from += most)
    lists.push(`${printed} ${negated ? 'not ' : ''}in (${constants.slice(from, from + most).join(', ')})`)
  return `(${lists.join(negated ? ' and ' : ' or ')})`
}
