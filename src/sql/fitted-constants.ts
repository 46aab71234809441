import type { Column, ComparisonOperator, Expression, Literal } from './ast.ts'
import { isEquality } from './node-kinds.ts'

/** The digits that an engine has at least for what it makes of a column and a constant to compare them. */
const mostDigits = 38

/** The numbers that a column can hold: from `-greatest` to `greatest`, counted in units of so many digits behind the point. */
interface Held {
  scale: number
  /** Digits before the point. */
  whole: number
  greatest: bigint
}

type Compared = Extract<Expression, { kind: 'compare' }>
type Listed = Extract<Expression, { kind: 'in_list' }>

/**
 * The comparison of an exact column with a constant that has digits which the column lacks, as one with a constant that the column
 * could hold: it means the same, and no engine has to make the column's values longer than its numbers can be, which they refuse, or
 * to look at them as floating numbers. Others are as they are.
 */
export function fittedComparison(node: Compared): Compared {
  const { left, operator, right } = node
  if (left.kind !== 'column' || right.kind !== 'literal') return node
  const fitted = fit(left, right)
  if (fitted === null) return node
  const { held, floor, isExact } = fitted
  const compared = (operator: ComparisonOperator, units: bigint): Compared => ({
    ...node,
    operator,
    right: literalOf(units, held),
  })
  const [isAbove, isBelow] = [floor > held.greatest, floor < -held.greatest]
  // No number is below all that the column can hold, nor is NaN, which some decimals may be: that is above.
  if (isEquality(operator) && (isAbove || isBelow || !isExact))
    return compared(operator === '=' ? '<' : '>=', -held.greatest)
  const isUpwards = operator.startsWith('>')
  if (isAbove) return compared(isUpwards ? '>' : '<=', held.greatest)
  if (isBelow) return compared(isUpwards ? '>=' : '<', -held.greatest)
  if (isExact) return compared(operator, floor)
  return compared(isUpwards ? '>' : '<=', floor)
}

/** The same for a list, of which those go that the column cannot hold. */
export function fittedList(node: Listed): Listed | Compared {
  const { operand, list, negated } = node
  if (operand.kind !== 'column') return node
  const found = list.map((literal) => ({ literal, fitted: fit(operand, literal) }))
  const [one] = found.flatMap(({ fitted }) => fitted ?? [])
  if (one === undefined) return node
  const left = found.flatMap(({ literal, fitted }) => {
    if (fitted === null) return [literal]
    const { held, floor, isExact } = fitted
    const isIn = isExact && floor <= held.greatest && floor >= -held.greatest
    return isIn ? [literalOf(floor, held)] : []
  })
  if (left.length > 0) return { ...node, list: left }
  // No value is one of these, and that of NULL is not known.
  const right = literalOf(-one.held.greatest, one.held)
  return { kind: 'compare', operator: negated ? '>=' : '<', left: operand, right }
}

/** A constant in units of a column, rounded down; null where both have room beside each other, or one of them is no exact number. */
function fit(column: Column, { type, value }: Literal) {
  const written = type === 'number' ? /^(-?)(\d+)(?:\.(\d+))?$/.exec(String(value)) : null
  const held = written === null ? null : heldBy(column)
  if (written === null || held === null) return null
  const [, sign = '', whole = '', fraction = ''] = written
  const digits = whole.replace(/^0+/, '').length
  if (Math.max(held.whole, digits) + Math.max(held.scale, fraction.length) <= mostDigits) return null
  const kept = BigInt(`${sign}${whole}${fraction.slice(0, held.scale).padEnd(held.scale, '0')}`)
  const isExact = /^0*$/.test(fraction.slice(held.scale))
  // The digits were cut off, which is up for a number below zero.
  return { held, floor: kept - (sign === '-' && !isExact ? 1n : 0n), isExact }
}

const wholeNumbers: Readonly<Record<string, Held>> = {
  BIGINT: { scale: 0, whole: 19, greatest: 2n ** 63n },
  UBIGINT: { scale: 0, whole: 20, greatest: 2n ** 64n },
  HUGEINT: { scale: 0, whole: 39, greatest: 2n ** 127n },
}

/** What an exact column can hold by its type; null for others, and for whole numbers of less than 64 bits. */
export function heldBy({ native_type }: Column): Held | null {
  const found = /^(?:decimal|numeric|number)\((\d+),\s*(\d+)\)$/i.exec(native_type)
  if (!found) return wholeNumbers[native_type.toUpperCase()] ?? null
  const [precision, scale] = [Number(found[1]), Number(found[2])]
  return { scale, whole: precision - scale, greatest: 10n ** BigInt(precision) - 1n }
}

function literalOf(units: bigint, { scale }: Held): Literal {
  if (scale === 0) return { kind: 'literal', type: 'number', value: units }
  const digits = String(units < 0n ? -units : units).padStart(scale + 1, '0')
  const value = `${units < 0n ? '-' : ''}${digits.slice(0, -scale)}.${digits.slice(-scale)}`
  return { kind: 'literal', type: 'number', value }
}
