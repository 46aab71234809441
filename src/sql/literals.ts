import { impossible } from '../kernel/errors.ts'
import type { Literal } from './ast.ts'
import type { Dialect } from './dialect.ts'

/** A constant in print; `placeholder` takes a text as the next parameter of the statement and prints what stands for it. */
export function printLiteral(
  literal: Literal,
  dialect: Dialect,
  placeholder: (text: string) => string,
): string {
  const { type, value } = literal
  if (value === null) return 'null'
  switch (type) {
    case 'string':
      return value === '' && dialect.emptyText ? dialect.emptyText : placeholder(String(value))
    case 'date':
    case 'timestamp':
      return dialect.temporalLiteral({ ...literal, type })
    case 'boolean':
      return value === true ? '(1 = 1)' : '(1 = 0)'
    case 'number':
      return printNumber(value, dialect)
    case 'null':
      return 'null'
    default:
      return impossible(type)
  }
}

/** Digits that a number of JavaScript would not hold come as text or as bigint. */
export function printNumber(value: Exclude<Literal['value'], null>, dialect: Dialect): string {
  const written = String(value)
  if (typeof value !== 'number') return dialect.exactNumber?.(written) ?? written
  return (written.includes('e') ? dialect.floatingNumber?.(written) : undefined) ?? written
}

/** A constant pattern of `matches` in the regular expressions of the engine. */
export function enginePattern(literal: Literal, dialect: Dialect): Literal {
  if (typeof literal.value !== 'string') return literal
  return { ...literal, value: dialect.pattern?.(literal.value) ?? literal.value }
}
