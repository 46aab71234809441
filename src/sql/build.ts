import { invalidMember } from '../kernel/errors.ts'
import type { DiscoveredField, FieldType } from '../model/field.ts'
import type {
  CastType,
  DecimalDigits,
  Column,
  ComparisonOperator,
  Expression,
  Literal,
  Relation,
  Select,
  Sketches,
  UserExpression,
  TimeInterval,
} from './ast.ts'
import type { FunctionName } from './functions.ts'

/** Short constructors for the nodes of ast.ts; rules are written with these. */
export const column = (field: DiscoveredField): Column => ({
  kind: 'column',
  name: field.name,
  type: field.type,
  native_type: field.native_type,
})

export const text = (value: string): Literal => ({ kind: 'literal', value, type: 'string' })
/** A pattern that a person wrote; those of the service's own rules are `text`. */
export const ownPattern = (value: string): Literal => ({ ...text(value), is_own_pattern: true })
export const number = (value: number | bigint): Literal => {
  if (typeof value === 'number' && !Number.isFinite(value))
    throw new Error('Only finite numbers can be written into SQL.')
  return { kind: 'literal', value, type: 'number' }
}
export const boolean = (value: boolean): Literal => ({ kind: 'literal', value, type: 'boolean' })
/** NULL. */
export const nothing: Literal = { kind: 'literal', value: null, type: 'null' }

/** A timestamp literal in UTC from ISO 8601 or `YYYY-MM-DD HH:MM:SS` text; other text is refused with 422 naming `properties.<member>`. */
export function timestamp(value: string, member = 'datetime'): Literal {
  const normalised = utcTimestamp(value)
  if (normalised === null) {
    throw invalidMember(
      ['properties', member],
      `"${value}" is not a date or time; write it like 2026-01-31T12:00:00Z.`,
    )
  }
  return { kind: 'literal', value: normalised, type: 'timestamp' }
}

/** A date literal: the UTC day of a timestamp text. */
export function date(value: string, member = 'datetime'): Literal {
  const { value: instant } = timestamp(value, member)
  return { kind: 'literal', value: String(instant).slice(0, 10), type: 'date' }
}

/** `YYYY-MM-DD HH:MM:SS.mmm` in UTC, or null for text that is no instant. A text without zone counts as UTC. */
export function utcTimestamp(value: string): string | null {
  const match =
    /^(\d{4}-\d{2}-\d{2})(?:[T ](\d{2}:\d{2}(?::\d{2}(?:\.\d{1,9})?)?))?\s*(Z|[+-]\d{2}:?\d{2})?$/i.exec(
      value.trim(),
    )
  if (!match) return null
  const zone = match[3] ? match[3].toUpperCase().replace(/^([+-]\d{2})(\d{2})$/, '$1:$2') : 'Z'
  const instant = new Date(`${match[1]}T${match[2] ?? '00:00:00'}${zone}`)
  const year = instant.getUTCFullYear()
  // Databases know no year 0 and write later years in ways of their own; of text that is no instant the year is NaN.
  if (!(year >= 1 && year <= 9999)) return null
  // `new Date` rolls 31 February over into March; a day that does not exist is refused instead.
  if (
    Number(match[1]?.slice(8)) >
    new Date(Date.UTC(Number(match[1]?.slice(0, 4)), Number(match[1]?.slice(5, 7)), 0)).getUTCDate()
  )
    return null
  // Milliseconds are always written, further digits only where the text has them.
  const fraction = (/\.(\d+)/.exec(match[2] ?? '')?.[1] ?? '').slice(0, 6).replace(/0+$/, '').padEnd(3, '0')
  return `${instant.toISOString().slice(0, 19).replace('T', ' ')}.${fraction}`
}

const compare =
  (operator: ComparisonOperator) =>
  (left: Expression, right: Expression): Expression => ({ kind: 'compare', operator, left, right })
export const equal = compare('=')
export const below = compare('<')
export const atMost = compare('<=')
export const above = compare('>')
export const atLeast = compare('>=')

export const and = (...operands: Expression[]): Expression =>
  operands.length === 1 && operands[0] ? operands[0] : { kind: 'and', operands }
export const or = (...operands: Expression[]): Expression =>
  operands.length === 1 && operands[0] ? operands[0] : { kind: 'or', operands }
export const not = (operand: Expression): Expression => ({ kind: 'not', operand })
export const isNull = (operand: Expression): Expression => ({ kind: 'is_null', operand, negated: false })
export const isNotNull = (operand: Expression): Expression => ({ kind: 'is_null', operand, negated: true })
export const inList = (operand: Expression, list: Literal[]): Expression => ({
  kind: 'in_list',
  operand,
  list,
  negated: false,
})
export const notInList = (operand: Expression, list: Literal[]): Expression => ({
  kind: 'in_list',
  operand,
  list,
  negated: true,
})
export const minus = (left: Expression, right: Expression): Expression => ({
  kind: 'arithmetic',
  operator: '-',
  left,
  right,
})
export const plus = (left: Expression, right: Expression): Expression => ({
  kind: 'arithmetic',
  operator: '+',
  left,
  right,
})
export const times = (left: Expression, right: Expression): Expression => ({
  kind: 'arithmetic',
  operator: '*',
  left,
  right,
})
export const call = (name: FunctionName, ...args: Expression[]): Expression => ({
  kind: 'call',
  name,
  arguments: args,
})
export const caseWhen = (when: Expression, value: Expression, otherwise: Expression): Expression => ({
  kind: 'case',
  when,
  value,
  otherwise,
})
/** NULL for what has more digits before the point than these allow. */
export const decimal = (operand: Expression, digits: DecimalDigits): Expression => ({
  kind: 'decimal',
  operand,
  digits,
})
export const cast = (operand: Expression, type: CastType): Expression => ({ kind: 'cast', operand, type })
export const segment = (interval: TimeInterval, operand: Expression): Expression => ({
  kind: 'segment',
  interval,
  operand,
})
export const output = (name: string, type?: FieldType): Expression => ({
  kind: 'output',
  name,
  ...(type && { type }),
})
export const named = (name: string): Relation => ({ kind: 'named', name })
export const union = (queries: readonly Select[]): Relation => ({ kind: 'union', queries })
export const runningSum = (operand: Expression, orderBy: Expression): Expression => ({
  kind: 'running_sum',
  operand,
  order_by: orderBy,
})
export const previous = (operand: Expression): Expression => ({ kind: 'previous', operand })
/** `numbers`: see Sketches. */
export const sketch = (name: keyof Sketches, operand: Expression, ...numbers: number[]): Expression => ({
  kind: 'sketch',
  sketch: name,
  operand,
  numbers,
})

export const sum = (operand: Expression): Expression => ({ kind: 'aggregate', name: 'sum', operand })
export const count = (operand: Expression | 'rows' = 'rows'): Expression => ({
  kind: 'aggregate',
  name: 'count',
  operand,
})
export const min = (operand: Expression): Expression => ({ kind: 'aggregate', name: 'min', operand })
export const max = (operand: Expression): Expression => ({ kind: 'aggregate', name: 'max', operand })

/** Rows for which the condition is TRUE, in the form that is fastest in the dialect (ADR 0004). */
export const countWhere = (condition: Expression): Expression => ({ kind: 'count_where', condition })

export const userExpression = (sql: string): UserExpression => ({ kind: 'user_expression', text: sql })
export const select = (query: Omit<Select, 'kind'>): Select => ({ kind: 'select', ...query })
export const subquery = (query: Select): Relation => ({ kind: 'select', query })
