import type { Static } from 'typebox'
import type { DiscoveredField } from '../model/field.ts'
import type { Expression } from '../sql/ast.ts'
import {
  above,
  and,
  atLeast,
  atMost,
  below,
  call,
  caseWhen,
  cast,
  column,
  equal,
  minus,
  not,
  nothing,
  number,
  or,
  times,
} from '../sql/build.ts'
import { isFloating, kindOf } from './field-kinds.ts'
import type { DurationComparator, NumericComparator, StringComparator } from './properties.ts'

/** The tolerances of a check; each is read only for fields of its kind. */
export interface Comparators {
  numeric_comparator?: Static<typeof NumericComparator> | null
  duration_comparator?: Static<typeof DurationComparator> | null
  string_comparator?: Static<typeof StringComparator> | null
}

// Differences of binary fractions are off in their last digits (1.1 - 1.0 > 0.1); a billionth of the bound is above that noise.
const slack = 1e-9

const withSlack = (bound: number, included: boolean): number =>
  Math.min(bound * (included ? 1 + slack : 1 - slack), Number.MAX_VALUE)

/**
 * A bound on a difference of numbers, widened (or narrowed when excluded) by what binary fractions lose. It is a floating number
 * then: for its many digits engines would look for room beside those of a decimal, which may have none.
 */
const fuzzyBound = (epsilon: number, exact: boolean, included = true) =>
  exact ? number(epsilon) : cast(number(withSlack(epsilon, included)), 'fractional')

/** The bound that means the same for differences of whole numbers: Spark would round a fraction beside the digits that they have there. */
const wholeBound = (epsilon: number, included: boolean): Expression =>
  number(included ? Math.floor(epsilon) : Math.ceil(epsilon))

/** A numeric field for arithmetic: whole numbers get room, so that a difference cannot overflow. */
const numeric = (field: DiscoveredField): Expression =>
  field.type === 'Integral' ? cast(column(field), 'integral') : column(field)

/** TRUE when the field's number and the other are equal within the tolerance; `included` says whether a difference of exactly epsilon is. */
export function numbersMeet(
  field: DiscoveredField,
  other: { expression: Expression; exact: boolean },
  comparator: Comparators['numeric_comparator'],
  included = true,
): Expression {
  const same = isSameNumber(field, other.expression)
  if (!comparator || comparator.epsilon === 0) return same
  const { epsilon, as_absolute } = comparator
  const tolerance = { epsilon, exact: other.exact && field.type === 'Integral', included }
  const isMet = (as_absolute ?? true) ? isWithin : isWithinShare
  return or(same, isMet(field, other.expression, tolerance))
}

/**
 * TRUE when the field lies further from the number than the tolerance; a difference of exactly that is not. The number may be a
 * person's SQL, and is written once.
 */
export function isFar(field: DiscoveredField, other: Expression, epsilon: number): Expression {
  const bound = fuzzyBound(epsilon, false)
  if (!isFloating(field)) return above(call('abs', minus(numeric(field), other)), bound)
  const value = column(field)
  // Up to here the field adds nothing to the greatest numbers; beyond it both are halved, so that their difference is one.
  const isVast = above(call('abs', value), number(1e290))
  const scale = caseWhen(isVast, cast(number(0.5), 'fractional'), cast(number(1), 'fractional'))
  const distance = call('abs', minus(times(value, scale), times(cast(other, 'fractional'), scale)))
  return above(distance, caseWhen(isVast, fuzzyBound(epsilon / 2, false), bound))
}

interface Tolerance {
  epsilon: number
  /** True between whole numbers, whose differences are exact. */
  exact: boolean
  /** Whether a difference of exactly epsilon meets it. */
  included: boolean
}

function isWithin(
  field: DiscoveredField,
  other: Expression,
  { epsilon, exact, included }: Tolerance,
): Expression {
  const within = included ? atMost : below
  const distance = call('abs', minus(numeric(field), other))
  if (!isFloating(field))
    return within(distance, exact ? wholeBound(epsilon, included) : fuzzyBound(epsilon, false, included))
  const vast = vastPair(field, other)
  return within(
    caseWhen(vast.is_vast, vast.half_distance, distance),
    caseWhen(vast.is_vast, fuzzyBound(epsilon / 2, false, included), fuzzyBound(epsilon, false, included)),
  )
}

/** |b - a| / |a| * 100 is within the percentage, without the division, which a zero would spoil. */
function isWithinShare(
  field: DiscoveredField,
  other: Expression,
  { epsilon, exact, included }: Tolerance,
): Expression {
  const within = included ? atMost : below
  const percent = times(cast(call('abs', minus(numeric(field), other)), 'fractional'), number(100))
  const size = call('abs', cast(numeric(field), 'fractional'))
  const allowed = times(size, fuzzyBound(epsilon, exact, included))
  // An infinite or NaN share allows everything; only finite numbers have one.
  const isFinite = atMost(size, number(Number.MAX_VALUE))
  if (!isFloating(field)) return and(within(percent, allowed), isFinite)
  const vast = vastPair(field, other)
  const share = withSlack(epsilon / 200, included)
  // The side that it makes smaller has the factor, so that no product is beyond what floating numbers hold.
  const left = share < 1 ? vast.half_distance : times(vast.half_distance, number(1 / share))
  const right = share < 1 ? times(vast.size, number(share)) : size
  const meets = within(caseWhen(vast.is_vast, left, percent), caseWhen(vast.is_vast, right, allowed))
  return and(meets, isFinite)
}

/** Floating numbers beyond this have differences and products that such numbers do not hold: some stores refuse them, and some make them infinite. */
const vastFrom = 1e300

/** A floating field and another number where one of them is vast. What is at most 1 counts as nothing beside it: a part of the smallest numbers is refused, too. */
function vastPair(field: DiscoveredField, other: Expression) {
  const [a, b] = [column(field), cast(other, 'fractional')]
  const isVast = (value: Expression) => above(call('abs', value), number(vastFrom))
  const half = (value: Expression) =>
    caseWhen(above(call('abs', value), number(1)), times(value, number(0.5)), number(0))
  return {
    is_vast: or(isVast(a), isVast(b)),
    half_distance: call('abs', minus(half(a), half(b))),
    size: caseWhen(above(call('abs', a), number(1)), call('abs', a), number(0)),
  }
}

function isSameNumber(field: DiscoveredField, other: Expression): Expression {
  const same = equal(column(field), other)
  const isLarge =
    other.kind === 'literal' && typeof other.value === 'bigint' && !Number.isSafeInteger(Number(other.value))
  if (field.type !== 'Fractional' || !isLarge) return same
  // Beside binary fractions engines make the whole number one too, which cannot hold all of them beyond 2^53.
  return and(same, equal(caseWhen(same, cast(column(field), 'integral'), nothing), other))
}

/** TRUE when two fields of one kind hold the same value within the tolerance for that kind. */
export function fieldsMeet(
  left: DiscoveredField,
  right: DiscoveredField,
  comparators: Comparators,
  included = true,
): Expression {
  const [a, b] = comparable(left, right)
  switch (kindOf(left)) {
    case 'number':
      return numbersMeet(
        left,
        { expression: numericBeside(right, comparators), exact: right.type === 'Integral' },
        comparators.numeric_comparator,
        included,
      )
    case 'time': {
      const millis = comparators.duration_comparator?.millis ?? 0
      if (millis === 0) return equal(a, b)
      return or(
        equal(a, b),
        (included ? atMost : below)(call('abs', call('millis_between', a, b)), number(millis)),
      )
    }
    case 'text': {
      if (comparators.string_comparator?.ignore_whitespace !== true) return equal(a, b)
      return equal(call('collapse_whitespace', a), call('collapse_whitespace', b))
    }
    default:
      return equal(a, b)
  }
}

/** TRUE for a row whose first field does not lie on the given side of the second; equal within the tolerance is equal. */
export function fieldOnWrongSide(
  side: 'greater' | 'less',
  left: DiscoveredField,
  right: DiscoveredField,
  properties: Comparators & { inclusive?: boolean | null },
): Expression {
  const [a, b] = comparable(left, right)
  const meet = fieldsMeet(left, right, properties)
  if (!hasTolerance(left, properties)) {
    if (properties.inclusive === true) return (side === 'greater' ? below : above)(a, b)
    return (side === 'greater' ? atMost : atLeast)(a, b)
  }
  const beyond = (side === 'greater' ? below : above)(a, b)
  return properties.inclusive === true ? and(beyond, not(meet)) : or(beyond, meet)
}

function hasTolerance(field: DiscoveredField, comparators: Comparators): boolean {
  if (kindOf(field) === 'number') return (comparators.numeric_comparator?.epsilon ?? 0) > 0
  return kindOf(field) === 'time' && (comparators.duration_comparator?.millis ?? 0) > 0
}

/** A date beside a time counts as its midnight. */
function comparable(left: DiscoveredField, right: DiscoveredField): [Expression, Expression] {
  const mixed = kindOf(left) === 'time' && left.type !== right.type
  const moment = (field: DiscoveredField) => (mixed ? cast(column(field), 'timestamp') : column(field))
  return [moment(left), moment(right)]
}

const numericBeside = (field: DiscoveredField, { numeric_comparator }: Comparators): Expression =>
  numeric_comparator ? numeric(field) : column(field)
