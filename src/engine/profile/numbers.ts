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
  atLeast as notBelow,
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

/** Holds for values that can be measured: finite numbers, and times of the years 1 to 9999. Null: for all. */
export function isMeasurable({ kind }: ProfiledField, value: Expression): Expression | null {
  if (kind === 'fraction')
    return and(atLeast(value, number(-Number.MAX_VALUE)), atMost(value, number(Number.MAX_VALUE)))
  if (kind !== 'moment') return null
  return and(isNotNull(value), atLeast(value, date('0001-01-02')), atMost(value, date('9999-12-30')))
}

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

/** How far a value is from the pivot, in units of the frame: from about -1 to 1. */
export function deviation(field: ProfiledField, value: Expression, { pivot, scale }: Frame): Expression {
  if (typeof pivot === 'bigint')
    return times(cast(minus(cast(value, 'integral'), number(pivot)), 'fractional'), number(scale))
  const size = floating(field, value)
  // Of the greatest floating numbers even the difference is too great for one.
  return scale < 2 ** -1000
    ? minus(times(size, number(scale)), number(pivot * scale))
    : times(minus(size, number(pivot)), number(scale))
}

/** The deviation, or 0 where it is too small to have powers. */
export function notTiny(deviation: Expression): Expression {
  const isBigEnough = or(
    notBelow(deviation, number(leastDeviation)),
    atMost(deviation, number(-leastDeviation)),
  )
  return caseWhen(isBigEnough, deviation, caseWhen(isNotNull(deviation), number(0), nothing))
}

/** The frame for values from `least` to `greatest` with about this mean. */
export function frameOf(mean: number | bigint, least: number, greatest: number): Frame {
  const middle = Number(mean)
  const reach = Math.max(greatest / 2 - middle / 2, middle / 2 - least / 2)
  // Twice the exponent of the half, so that it holds for the greatest numbers too.
  const exponent = reach > 0 ? Math.ceil(Math.log2(reach)) + 2 : 0
  return { pivot: mean, scale: 2 ** -Math.min(Math.max(exponent, -900), 1022) }
}
