import type { Static } from 'typebox'
import { invalidMember } from '../kernel/errors.ts'
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
import type { DurationComparator, NumericComparator, StringComparator } from './properties.ts'

/** The tolerances of a check; each is read only for fields of its kind. */
export interface Comparators {
  numeric_comparator?: Static<typeof NumericComparator> | null
  duration_comparator?: Static<typeof DurationComparator> | null
  string_comparator?: Static<typeof StringComparator> | null
}

// Differences of binary fractions are off in their last digits (1.1 - 1.0 > 0.1); a billionth of the bound is above that noise.
const slack = 1e-9

/** A bound on a difference of numbers, widened (or narrowed when excluded) by what binary fractions lose. */
export const fuzzyBound = (epsilon: number, exact: boolean, included = true) =>
  number(exact ? epsilon : epsilon * (included ? 1 + slack : 1 - slack))

/** The bound that means the same for differences of whole numbers: Spark would round a fraction beside the digits that they have there. */
const wholeBound = (epsilon: number, included: boolean): Expression =>
  number(included ? Math.floor(epsilon) : Math.ceil(epsilon))

/** A numeric field for arithmetic: whole numbers get room, so that a difference cannot overflow. */
export const numeric = (field: DiscoveredField): Expression =>
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
  const value = numeric(field)
  const exact = other.exact && field.type === 'Integral'
  const within = included ? atMost : below
  const distance = call('abs', minus(value, other.expression))
  if (comparator.as_absolute ?? true) {
    return or(
      same,
      within(
        distance,
        exact ? wholeBound(comparator.epsilon, included) : fuzzyBound(comparator.epsilon, false, included),
      ),
    )
  }
  // |b - a| / |a| * 100 without the division, which a zero would spoil.
  const percent = times(cast(distance, 'fractional'), number(100))
  const allowed = times(
    call('abs', cast(value, 'fractional')),
    fuzzyBound(comparator.epsilon, exact, included),
  )
  // An infinite or NaN share allows everything; only finite numbers have one.
  return or(same, and(within(percent, allowed), atMost(allowed, number(Number.MAX_VALUE))))
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

/** Refuses with 422 another field that is the same one, or one whose values cannot be compared with the first's. */
export function refuseUnlikeFields(left: DiscoveredField, right: DiscoveredField): void {
  const at = ['properties', 'field_name']
  if (left.name === right.name) {
    throw invalidMember(at, `\`${left.name}\` would be compared with itself; name another field.`)
  }
  if (kindOf(left) === 'other' || kindOf(left) !== kindOf(right)) {
    throw invalidMember(
      at,
      `\`${left.name}\` (${left.type}) and \`${right.name}\` (${right.type}) cannot be compared; name a field of a like type.`,
    )
  }
}

/** The kind of a field's values; only values of one kind can be compared. */
export type Kind = 'number' | 'time' | 'text' | 'truth' | 'other'

/** The kind of a field; `other` for what is not a scalar, or not known. */
export function kindOf({ type }: DiscoveredField): Kind {
  if (type === 'Integral' || type === 'Fractional') return 'number'
  if (type === 'Date' || type === 'Timestamp') return 'time'
  if (type === 'String') return 'text'
  return type === 'Boolean' ? 'truth' : 'other'
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
