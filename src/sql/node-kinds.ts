import type { Column, ComparisonOperator, Expression, Literal } from './ast.ts'

/** True for what is printed as a condition, which is no value in engines without a type for truth. */
export function isCondition(node: Expression): boolean {
  switch (node.kind) {
    case 'compare':
    case 'and':
    case 'or':
    case 'not':
    case 'is_null':
    case 'in_list':
    case 'in_query':
      return true
    case 'literal':
      return node.type === 'boolean' && node.value !== null
    case 'call':
      return node.name === 'matches'
    case 'sketch':
      return node.sketch === 'one_in'
    default:
      return false
  }
}

/** True for a value that can only be one of truth where a condition is wanted; a person's expression is taken as it is written. */
export const isTruth = (node: Expression): boolean => !isCondition(node) && node.kind !== 'user_expression'

const textFunctions = new Set<string>([
  'lower',
  'trim',
  'collapse_whitespace',
  'replace_matches',
  'plain_text',
  'beginning',
])

/** True for what is known to be a text. */
export function isText(node: Expression): boolean {
  switch (node.kind) {
    case 'column':
      return node.type === 'String'
    case 'literal':
      return node.type === 'string'
    case 'call':
      return textFunctions.has(node.name)
    case 'cast':
      return node.type === 'string'
    case 'case':
      return isText(node.value) || isText(node.otherwise)
    default:
      return false
  }
}

/** True for what holds or fails by whether two values are the same, whatever their order. */
export const isEquality = (operator: ComparisonOperator): boolean => operator === '=' || operator === '<>'

/** True when the constant is a text or a whole number as the column has them, which no engine has to convert. */
export function isOfType({ type, value }: Literal, column: Column): boolean {
  if (column.type === 'String') return type === 'string' && value !== null
  return (
    column.type === 'Integral' &&
    type === 'number' &&
    (typeof value === 'bigint' || Number.isSafeInteger(value))
  )
}

/** True when the value is that of a column, for all rows or for some. */
export function holdsColumn(node: Expression): boolean {
  if (node.kind === 'case') return holdsColumn(node.value) || holdsColumn(node.otherwise)
  return node.kind === 'column'
}
