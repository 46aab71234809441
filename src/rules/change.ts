import { Type } from 'typebox'
import { invalidMember } from '../kernel/errors.ts'
import { ExactNumber, type Cell } from '../kernel/cell.ts'
import { hold, opened, type Held } from '../kernel/held.ts'
import { compareQuantities, subtractQuantities, toFloating, type Quantity } from '../kernel/quantity.ts'
import { optional } from '../model/wire.ts'
import { refuseEmptyRange } from './empty-range.ts'
import { numeral } from './literals.ts'
import { Numeral } from './properties.ts'

/** The part of a measured number that is compared with the bounds. */
export const Change = Type.Enum(['Absolute Value', 'Absolute Change', 'Percentage Change'], {
  description:
    'Whether the number itself, its difference to the earlier one, or that difference in percent is bounded.',
})

/** Bounds of a number or a change, both included; a negative `min` allows a decrease. */
export const bounds = {
  min: optional(Numeral('The lower bound, included; none when left out. Give min, max or both.')),
  max: optional(Numeral('The upper bound, included; none when left out.')),
}

interface Bounded {
  comparison: 'Absolute Value' | 'Absolute Change' | 'Percentage Change'
  min?: number | string | null
  max?: number | string | null
}

/** Refuses a check without bounds. */
export function requireBounds({ min, max }: Bounded): void {
  if (min == null && max == null) throw invalidMember(['properties', 'min'], 'Give min, max or both.')
}

/** Refuses `min` and `max` that are no numbers, or that leave none between them; `excluded`: one of them does not pass itself. */
export function refuseEmptyNumbers(
  { min, max }: { min?: Bounded['min'] | undefined; max?: Bounded['max'] | undefined },
  subject: string,
  excluded = false,
): void {
  for (const [member, bound] of Object.entries({ min, max })) if (bound != null) void numeral(bound, member)
  refuseEmptyRange(
    { member: 'min', value: min },
    { member: 'max', value: max },
    (lower, upper) => compareQuantities(quantity(lower), quantity(upper)),
    { subject, excluded },
  )
}

/** A bound with all its digits, as far as JSON or its text has them. */
function quantity(bound: number | string): Quantity {
  const text = String(bound)
  return /^-?\d+(\.\d+)?$/.test(text) ? new ExactNumber(text) : Number(text)
}

/** The text of a number in a message. */
type Shown = (value: Held<Cell>) => string

/** Of numbers that tell nothing of values. */
export const asItIs: Shown = (value) => String(opened(value))

/**
 * True when a measured number keeps to the bounds, beside what was measured before (null at the first scan, when only the
 * value itself can be judged); and the sentence that says what is wrong. `what` begins it, e.g. "The value of `total`".
 */
export function judgeChange(
  measured: Held<Quantity>,
  previous: Held<Quantity> | null,
  { comparison, min, max }: Bounded,
  what: string,
  shown: Shown,
): { failed: boolean; says: string } {
  const limits = `between ${min ?? 'any number'} and ${max ?? 'any number'}`
  // NaN is within no bounds.
  const outside = (value: Quantity) =>
    (min != null && !(compareQuantities(value, quantity(min)) >= 0)) ||
    (max != null && !(compareQuantities(value, quantity(max)) <= 0))
  if (comparison === 'Absolute Value')
    return { failed: outside(opened(measured)), says: `${what} is ${shown(measured)}, not ${limits}.` }
  if (previous === null) return { failed: false, says: '' }
  const before = opened(previous)
  const difference = subtractQuantities(opened(measured), before)
  if (comparison === 'Absolute Change') {
    return {
      failed: outside(difference),
      says: `${what} changed from ${shown(previous)} to ${shown(measured)}, by ${shown(hold(difference))}, which is not ${limits}.`,
    }
  }
  // From zero every change is infinitely large, and no change is 0.
  const percent =
    toFloating(before) === 0
      ? toFloating(difference) === 0
        ? 0
        : Math.sign(toFloating(difference)) * Number.POSITIVE_INFINITY
      : (toFloating(difference) / toFloating(before)) * 100
  return {
    failed: outside(percent),
    says: `${what} changed from ${shown(previous)} to ${shown(measured)}, by ${shown(hold(percent.toFixed(3)))}%, which is not ${limits}%.`,
  }
}
