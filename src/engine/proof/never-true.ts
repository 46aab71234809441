import type { FieldGuarantee, ValueBounds } from '../../connectors/connector.ts'
import { compareNumerals } from '../../kernel/quantity.ts'
import type { Column, ComparisonOperator, Expression, Literal } from '../../sql/ast.ts'

/** What the source guarantees of the fields, by their names. */
export type Guarantees = ReadonlyMap<string, FieldGuarantee>

/**
 * True when no row can make the condition TRUE, whatever else it holds than what is guaranteed of its fields. False when that
 * cannot be told: of most kinds of conditions nothing is known here, people's SQL among them.
 */
export function isNeverTrue(condition: Expression, guarantees: Guarantees): boolean {
  switch (condition.kind) {
    case 'or':
      return condition.operands.every((operand) => isNeverTrue(operand, guarantees))
    case 'and':
      return condition.operands.some((operand) => isNeverTrue(operand, guarantees))
    case 'is_null':
      return (
        !condition.negated &&
        condition.operand.kind === 'column' &&
        guarantees.get(condition.operand.name)?.is_present === true
      )
    case 'compare':
      return isNeverOf(condition.left, condition.operator, condition.right, guarantees)
    case 'not':
      return condition.operand.kind === 'compare' &&
        isColumn(condition.operand.left) &&
        isLiteral(condition.operand.right)
        ? isNeverOf(
            condition.operand.left,
            opposite[condition.operand.operator],
            condition.operand.right,
            guarantees,
          )
        : false
    case 'in_list':
      return condition.negated && isAmong(condition.operand, condition.list, guarantees)
    default:
      return false
  }
}

/** True when every value of the operand is in the list, or NULL. */
function isAmong(operand: Expression, list: readonly Literal[], guarantees: Guarantees): boolean {
  const texts = operand.kind === 'column' ? guarantees.get(operand.name)?.texts : undefined
  const listed = new Set(list.flatMap(({ type, value }) => (type === 'string' ? String(value) : [])))
  return texts?.every((text) => listed.has(text)) === true
}

/** The fields of which a guarantee could decide the condition. */
export function fieldsIn(condition: Expression): ReadonlySet<string> {
  switch (condition.kind) {
    case 'column':
      return new Set([condition.name])
    case 'or':
    case 'and':
      return new Set(condition.operands.flatMap((operand) => [...fieldsIn(operand)]))
    case 'is_null':
    case 'in_list':
    case 'not':
      return fieldsIn(condition.operand)
    case 'compare':
      return new Set([...fieldsIn(condition.left), ...fieldsIn(condition.right)])
    default:
      return new Set()
  }
}

/** NULL makes a comparison NULL, and its negation too. */
const opposite: Record<ComparisonOperator, ComparisonOperator> = {
  '<': '>=',
  '<=': '>',
  '>': '<=',
  '>=': '<',
  '=': '<>',
  '<>': '=',
}

const isColumn = (expression: Expression): expression is Column => expression.kind === 'column'
const isLiteral = (expression: Expression): expression is Literal => expression.kind === 'literal'

function isNeverOf(
  left: Expression,
  operator: ComparisonOperator,
  right: Expression,
  guarantees: Guarantees,
): boolean {
  if (!isColumn(left) || !isLiteral(right)) return false
  const bounds = guarantees.get(left.name)?.bounds
  return bounds ? isOutside(bounds, operator, right) : false
}

/** True when no value within the bounds compares so with the literal. */
function isOutside(bounds: ValueBounds, operator: ComparisonOperator, literal: Literal): boolean {
  const least = orderOf(bounds.kind, bounds.least, literal)
  const greatest = orderOf(bounds.kind, bounds.greatest, literal)
  const isAbove = least !== null && (least > 0 || (least === 0 && bounds.excludes_least === true))
  const isBelow = greatest !== null && (greatest < 0 || (greatest === 0 && bounds.excludes_greatest === true))
  switch (operator) {
    case '<':
      return least !== null && least >= 0
    case '<=':
      return isAbove
    case '>':
      return greatest !== null && greatest <= 0
    case '>=':
      return isBelow
    case '=':
      return isAbove || isBelow
    case '<>':
      return least === 0 && greatest === 0
  }
}

/** Below 0, 0 or above 0 as the bound is below, equal to or above the literal; null without one, or when they cannot be compared here. */
function orderOf(
  kind: ValueBounds['kind'],
  value: string | null,
  { type, value: literal }: Literal,
): number | null {
  if (value === null || type !== kind) return null
  if (kind === 'number') {
    const given = String(literal)
    return isPlain(value) && isPlain(given) ? compareNumerals(value, given) : null
  }
  const [one, other] = [momentOf(kind, value), momentOf(kind, String(literal))]
  if (one === null || other === null) return null
  return one < other ? -1 : Number(one > other)
}

const isPlain = (digits: string): boolean => /^-?\d+(?:\.\d+)?$/.test(digits)

/** A date or a UTC time with nine digits of the second, so that texts are in the order of time; null for any other text. */
function momentOf(kind: 'date' | 'timestamp', text: string): string | null {
  if (kind === 'date') return /^\d{4}-\d{2}-\d{2}$/.test(text) ? text : null
  const [, second, fraction = ''] = /^(\d{4}-\d{2}-\d{2} \d{2}:\d{2}:\d{2})(?:\.(\d{1,9}))?$/.exec(text) ?? []
  return second === undefined ? null : `${second}.${fraction.padEnd(9, '0')}`
}
