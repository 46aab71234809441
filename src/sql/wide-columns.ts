import type { Column, DecimalDigits, Expression } from './ast.ts'
import { and, decimal, isNotNull, isNull, nothing, number } from './build.ts'
import { heldBy } from './fitted-constants.ts'

type Compared = Extract<Expression, { kind: 'compare' }>
type Queried = Extract<Expression, { kind: 'in_query' }>
type Computed = Extract<Expression, { kind: 'arithmetic' }>

/**
 * The comparison of two exact columns for which the widest type of so many digits has no room side by side, as one that the engine
 * can make: what is too large for that type is greater than all that the other column holds, or less. Others are null.
 */
export function roomyComparison(node: Compared, digits: number): Expression | null {
  const { operator } = node
  const [left, right] = [columnIn(node.left), columnIn(node.right)]
  if (left === null || right === null) return null
  const pair = wideAndOther(left, right, digits)
  if (pair === null) return null
  const { wide, other, kept } = pair
  const compared = (one: Expression, another: Expression): Expression => {
    const [first, second] = wide === left ? [one, another] : [another, one]
    return { kind: 'compare', operator, left: first, right: second }
  }
  return {
    kind: 'case',
    when: isNull(other),
    value: nothing,
    otherwise: {
      kind: 'case',
      when: isNull(kept),
      value: compared(wide, number(0)),
      otherwise: compared(kept, other),
    },
  }
}

/** The same for a column that is looked for among those of a query, which the engine would round to the digits of the first. */
export function roomyMembership(node: Queried, digits: number): Expression | null {
  const { operands, query } = node
  const [operand] = operands
  const [item] = query.items === 'all' ? [] : query.items
  if (operands.length !== 1 || operand?.kind !== 'column' || item?.expression.kind !== 'column') return null
  const pair = wideAndOther(operand, item.expression, digits)
  if (pair === null) return null
  const { wide, kept } = pair
  if (wide === operand)
    return {
      kind: 'case',
      when: isNull(operand),
      value: nothing,
      otherwise: and(isNotNull(kept), { ...node, operands: [kept] }),
    }
  const where = query.where === undefined ? isNotNull(kept) : and(query.where, isNotNull(kept))
  return { ...node, query: { ...query, items: [{ ...item, expression: kept }], where } }
}

/** True for a difference of two exact columns that may have more digits than the widest type. */
export function isWideDifference({ operator, left, right }: Computed, digits: number): boolean {
  const [one, other] = [columnIn(left), columnIn(right)]
  if (operator !== '-' || one === null || other === null) return false
  const room = roomOf(one, other)
  return room !== null && room.whole + room.scale + 1 > digits
}

/** The column that stands there by itself or as a whole number. */
function columnIn(node: Expression): Column | null {
  if (node.kind === 'cast' && node.type === 'integral') return columnIn(node.operand)
  return node.kind === 'column' ? node : null
}

/** Which of two columns has numbers that may be too large for the digits that both need behind the point; null where there is room. */
function wideAndOther(left: Column, right: Column, digits: number) {
  const room = roomOf(left, right)
  // Whole numbers have a type that holds all of them.
  if (room === null || room.isOfWholeTypes || room.whole + room.scale <= digits) return null
  const [wide, other] = room.isLeftWider ? [left, right] : [right, left]
  const places: DecimalDigits = { precision: digits, scale: room.scale }
  return { wide, other, kept: decimal(wide, places) }
}

/** Digits of whole numbers of less than 64 bits. */
const smallNumbers: Readonly<Record<string, number>> = {
  TINYINT: 3,
  UTINYINT: 3,
  SMALLINT: 5,
  USMALLINT: 5,
  INTEGER: 10,
  UINTEGER: 10,
}

/** The digits that two columns need together; null where one of them holds no exact numbers. */
function roomOf(left: Column, right: Column) {
  const [one, other] = [digitsOf(left), digitsOf(right)]
  if (one === null || other === null) return null
  return {
    whole: Math.max(one.whole, other.whole),
    scale: Math.max(one.scale, other.scale),
    isLeftWider: one.whole > other.whole,
    isOfWholeTypes: one.isWholeType && other.isWholeType,
  }
}

function digitsOf(column: Column) {
  const isWholeType = !column.native_type.includes('(')
  const held = heldBy(column)
  if (held !== null) return { whole: held.whole, scale: held.scale, isWholeType }
  const whole = smallNumbers[column.native_type]
  return whole === undefined ? null : { whole, scale: 0, isWholeType }
}
