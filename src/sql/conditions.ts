import type { Expression } from './ast.ts'

/** Where an operand stands in its expression. */
export interface Place {
  /** It is TRUE, FALSE or NULL to whoever uses it. */
  is_condition: boolean
  /** It is computed whenever the expression around it is; false for what another operand may keep from being computed. */
  is_certain: boolean
}

const value: Place = { is_condition: false, is_certain: true }
const condition: Place = { is_condition: true, is_certain: true }

/** The expression with each of its operands changed. One without operands from its own row, such as a query, stays as it is. */
export function withOperands(
  node: Expression,
  change: (operand: Expression, place: Place) => Expression,
): Expression {
  switch (node.kind) {
    case 'compare':
    case 'arithmetic':
      return { ...node, left: change(node.left, value), right: change(node.right, value) }
    case 'and':
    case 'or':
      // Engines may begin with any of them and leave the others out.
      return {
        ...node,
        operands: node.operands.map((one) => change(one, { ...condition, is_certain: false })),
      }
    case 'not':
      return { ...node, operand: change(node.operand, condition) }
    case 'is_null':
    case 'in_list':
    case 'cast':
    case 'decimal':
    case 'segment':
      return { ...node, operand: change(node.operand, value) }
    case 'call':
      return { ...node, arguments: node.arguments.map((one) => change(one, value)) }
    case 'case': {
      const unsure = { ...value, is_certain: false }
      return {
        ...node,
        when: change(node.when, condition),
        value: change(node.value, unsure),
        otherwise: change(node.otherwise, unsure),
      }
    }
    case 'aggregate':
      return node.operand === 'rows' ? node : { ...node, operand: change(node.operand, value) }
    case 'count_where':
      return { ...node, condition: change(node.condition, condition) }
    default:
      return node
  }
}

/** True when the expression or one below it, as far as `withOperands` goes, is such a one. */
export function hasPart(node: Expression, is: (part: Expression) => boolean): boolean {
  if (is(node)) return true
  let found = false
  withOperands(node, (operand) => {
    found ||= hasPart(operand, is)
    return operand
  })
  return found
}

/** The expression and all below it, as far as `withOperands` goes. */
export function partsOf(node: Expression): Expression[] {
  const parts: Expression[] = []
  hasPart(node, (part) => {
    parts.push(part)
    return false
  })
  return parts
}
