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

// Short constructors for the nodes of ast.ts; rules are written with these.

/** The value as SQL compares it with `=`; where its order or size counts, the printer says so of the whole expression. */
export const column = (field: DiscoveredField): Column => ({
  kind: 'column',
  name: field.name,
  type: field.type,
  native_type: field.native_type,
})

/** A constant text: always a parameter of the statement, never part of its SQL. */
export const text = (value: string): Literal => ({ kind: 'literal', value, type: 'string' })
/** A pattern that a person wrote; those of the service's own rules are `text`. */
export const ownPattern = (value: string): Literal => ({ ...text(value), is_own_pattern: true })
/** A constant number, written into the SQL with all its digits. Throws for NaN and infinities. */
export const number = (value: number | bigint): Literal => {
  if (typeof value === 'number' && !Number.isFinite(value))
    throw new Error('Only finite numbers can be written into SQL.')
  return { kind: 'literal', value, type: 'number' }
}
/** A condition that is always TRUE or always FALSE, written as a comparison because not every dialect has the constants. */
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
/** Texts are equal character by character, blanks at their ends included; NULL where a side is NULL, as in all five. */
export const equal = compare('=')
/** `left < right`. */
export const below = compare('<')
/** `left <= right`. */
export const atMost = compare('<=')
/** `left > right`. */
export const above = compare('>')
/** `left >= right`. */
export const atLeast = compare('>=')

/** All of the conditions; a single one stands for itself. Needs at least one. */
export const and = (...operands: Expression[]): Expression =>
  operands.length === 1 && operands[0] ? operands[0] : { kind: 'and', operands }
/** One of the conditions; a single one stands for itself. Needs at least one. */
export const or = (...operands: Expression[]): Expression =>
  operands.length === 1 && operands[0] ? operands[0] : { kind: 'or', operands }
/** NULL where the condition is NULL, so a row of which nothing is known fails neither it nor its opposite. */
export const not = (operand: Expression): Expression => ({ kind: 'not', operand })
/** TRUE or FALSE, never NULL. */
export const isNull = (operand: Expression): Expression => ({ kind: 'is_null', operand, negated: false })
/** TRUE or FALSE, never NULL. */
export const isNotNull = (operand: Expression): Expression => ({ kind: 'is_null', operand, negated: true })
/** `in` the list, cut into several where a dialect takes no longer ones; NULL where the operand is. The list has at least one constant. */
export const inList = (operand: Expression, list: Literal[]): Expression => ({
  kind: 'in_list',
  operand,
  list,
  negated: false,
})
/** The opposite of `inList`; NULL where the operand is. */
export const notInList = (operand: Expression, list: Literal[]): Expression => ({
  kind: 'in_list',
  operand,
  list,
  negated: true,
})
/** A column is widened where its own type might not hold the result; other operands are as they are given. */
export const minus = (left: Expression, right: Expression): Expression => ({
  kind: 'arithmetic',
  operator: '-',
  left,
  right,
})
/** As `minus`. */
export const plus = (left: Expression, right: Expression): Expression => ({
  kind: 'arithmetic',
  operator: '+',
  left,
  right,
})
/** As `minus`. */
export const times = (left: Expression, right: Expression): Expression => ({
  kind: 'arithmetic',
  operator: '*',
  left,
  right,
})
/** One of the portable functions, whose arguments and NULLs functions.ts tells. */
export const call = (name: FunctionName, ...args: Expression[]): Expression => ({
  kind: 'call',
  name,
  arguments: args,
})
/** `otherwise` also where the condition is NULL. */
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
/** Most stores refuse a value that is not of that type; some make NULL or 0 of it. */
export const cast = (operand: Expression, type: CastType): Expression => ({ kind: 'cast', operand, type })
/** A value that all moments of one segment of time share; to group by, and not to be shown. */
export const segment = (interval: TimeInterval, operand: Expression): Expression => ({
  kind: 'segment',
  interval,
  operand,
})
/** A column of the select within, by its alias; with the type of the field that it has, where that counts. */
export const output = (name: string, type?: FieldType): Expression => ({
  kind: 'output',
  name,
  ...(type && { type }),
})
/** One of the selects of `with`, by its name. */
export const named = (name: string): Relation & { kind: 'named' } => ({ kind: 'named', name })
/** The rows of one select after the other, equal ones as often as they come. */
export const union = (queries: readonly Select[]): Relation => ({ kind: 'union', queries })
/** The sum over all rows up to this one, in an ascending order in which no two rows are equal. */
export const runningSum = (operand: Expression, orderBy: Expression): Expression => ({
  kind: 'running_sum',
  operand,
  order_by: orderBy,
})
/** The value of the row before, in whatever order the engine comes upon them; NULL in the first. */
export const previous = (operand: Expression): Expression => ({ kind: 'previous', operand })
/** `numbers`: see Sketches. */
export const sketch = (name: keyof Sketches, operand: Expression, ...numbers: number[]): Expression => ({
  kind: 'sketch',
  sketch: name,
  operand,
  numbers,
})

/** NULL where there is no value but NULL. */
export const sum = (operand: Expression): Expression => ({ kind: 'aggregate', name: 'sum', operand })
/** The rows, or those in which the operand is not NULL; 0 where there is none. */
export const count = (operand: Expression | 'rows' = 'rows'): Expression => ({
  kind: 'aggregate',
  name: 'count',
  operand,
})
/** NULL where there is no value but NULL. */
export const min = (operand: Expression): Expression => ({ kind: 'aggregate', name: 'min', operand })
/** NULL where there is no value but NULL. */
export const max = (operand: Expression): Expression => ({ kind: 'aggregate', name: 'max', operand })

/** Rows for which the condition is TRUE, in the form that is fastest in the dialect (ADR 0004). */
export const countWhere = (condition: Expression): Expression => ({ kind: 'count_where', condition })

/** A person's own SQL; the printer checks that it is one expression, and throws where it is not. */
export const userExpression = (sql: string): UserExpression => ({ kind: 'user_expression', text: sql })
/** A query; without `where` and the other clauses that are left out. */
export const select = (query: Omit<Select, 'kind'>): Select => ({ kind: 'select', ...query })
/** The rows of a query, to select from. */
export const subquery = (query: Select): Relation => ({ kind: 'select', query })
