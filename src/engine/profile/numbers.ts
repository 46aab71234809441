import type { Expression } from '../../sql/ast.ts'
import {
  and,
  atLeast,
  atMost,
  call,
  caseWhen,
  cast,
  date,
  isNotNull,
  minus,
  nothing,
  number,
  or,
  times,
  timestamp,
} from '../../sql/build.ts'
import type { ProfiledField } from './profiled-field.ts'

/** A point among the values and the distance to the farthest of them: deviations are measured in these. */
export interface Frame {
  /** A bigint for whole numbers that floating ones would not tell apart. */
  pivot: number | bigint
  /** A power of two, so that multiplying by it loses no digit. */
  scale: number
}

/** Below this a deviation counts as none: its powers would be too small for some engines, which refuse them. */
const leastDeviation = 1e-60

/** The types of whole numbers that are nothing else: PostgreSQL's `numeric(9, 0)` may be NaN or infinite, and so may domains over it. */
const alwaysWhole =
  /^(?:u?(?:tiny|small|medium|big|huge)?int(?:eger|2|4|8|16|32|64|128|256)?(?:\(\d+\))?(?: unsigned)?(?: zerofill)?|oid|year(?:\(\d\))?)$/i

/** Holds for values that can be measured: finite numbers, and times of the years 1 to 9999. Null: for all. */
export function isMeasurable({ kind, field }: ProfiledField, value: Expression): Expression | null {
  if (kind === 'fraction' || (kind === 'whole' && !alwaysWhole.test(field.native_type)))
    return and(atLeast(value, number(-Number.MAX_VALUE)), atMost(value, number(Number.MAX_VALUE)))
  if (kind !== 'moment') return null
  const [first, last] = field.type === 'Date' ? days : moments
  return and(isNotNull(value), atLeast(value, first), atMost(value, last))
}

/** The first and the last of the years with four digits. */
const days = [date('0001-01-01'), date('9999-12-31')] as const
const moments = [timestamp('0001-01-01'), timestamp('9999-12-31T23:59:59.999999Z')] as const

/** The value where it can be measured, else NULL. */
export function measurable(field: ProfiledField, value: Expression): Expression {
  const condition = isMeasurable(field, value)
  return condition === null ? value : caseWhen(condition, value, nothing)
}

/** The value as a floating number; times in milliseconds since 1970, UTC. */
export function floating({ kind }: ProfiledField, value: Expression): Expression {
  const size = kind === 'moment' ? call('millis_between', timestamp('1970-01-01'), value) : value
  return cast(size, 'fractional')
}

/** How far a value is from the pivot, in its own units; `scaled` makes the deviation of it. */
export function distance(field: ProfiledField, value: Expression, { pivot, scale }: Frame): Expression {
  if (typeof pivot === 'bigint') return cast(minus(cast(value, 'integral'), number(pivot)), 'fractional')
  const size = floating(field, value)
  // Of the greatest floating numbers even the difference is too great for one.
  return scale < leastScale ? size : minus(size, number(pivot))
}

/** The deviation: the distance in units of the frame, from about -1 to 1; 0 where it is too small to have powers. */
export function scaled(distance: Expression, { pivot, scale }: Frame): Expression {
  const least = leastDeviation / scale
  const inFrame = times(distance, number(scale))
  const guarded = least === 0 ? inFrame : caseWhen(isBeyond(distance, least), inFrame, orNothing(distance))
  return scale < leastScale ? minus(guarded, number(Number(pivot) * scale)) : guarded
}

/** Below this a frame holds numbers whose differences may be beyond the greatest one. */
const leastScale = 2 ** -1000

/** Holds for numbers at least so far from 0. */
export const isBeyond = (value: Expression, least: number): Expression =>
  or(atLeast(value, number(least)), atMost(value, number(-least)))

/** 0, or NULL where there is no value. */
const orNothing = (value: Expression): Expression => caseWhen(isNotNull(value), number(0), nothing)

/** The frame for values from `least` to `greatest` with about this mean. */
export function frameOf(mean: number | bigint, least: number, greatest: number): Frame {
  // The mean of equal values may come out beside them.
  if (typeof mean === 'number' && least === greatest) return { pivot: least, scale: 1 }
  const middle = Number(mean)
  const reach = Math.max(greatest / 2 - middle / 2, middle / 2 - least / 2)
  // Twice the exponent of the half, so that it holds for the greatest numbers too.
  const exponent = reach > 0 ? Math.ceil(Math.log2(reach)) + 2 : 0
  return { pivot: mean, scale: 2 ** -Math.min(Math.max(exponent, -900), 1022) }
}
