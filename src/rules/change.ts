import { Type } from 'typebox'
import { invalidMember } from '../kernel/errors.ts'
import { optional } from '../model/wire.ts'

/** The part of a measured number that is compared with the bounds. */
export const Change = Type.Enum(['Absolute Value', 'Absolute Change', 'Percentage Change'], {
  description:
    'Whether the number itself, its difference to the earlier one, or that difference in percent is bounded.',
})

/** Bounds of a number or a change, both included; a negative `min` allows a decrease. */
export const bounds = {
  min: optional(
    Type.Number({ description: 'The lower bound, included; none when left out. Give min, max or both.' }),
  ),
  max: optional(Type.Number({ description: 'The upper bound, included; none when left out.' })),
}

interface Bounded {
  comparison: 'Absolute Value' | 'Absolute Change' | 'Percentage Change'
  min?: number | null
  max?: number | null
}

/** Refuses a check without bounds, or with bounds that nothing meets. */
export function validateBounds({ min, max }: Bounded): void {
  if (min == null && max == null) throw invalidMember(['properties', 'min'], 'Give min, max or both.')
  if (min != null && max != null && min > max) {
    throw invalidMember(['properties', 'min'], `min (${min}) is above max (${max}); nothing could pass.`)
  }
}

/** The text of a number in a message. */
type Shown = (value: number | string) => string

/**
 * True when a measured number keeps to the bounds, beside what was measured before (null at the first scan, when only the
 * value itself can be judged); and the sentence that says what is wrong. `what` begins it, e.g. "The value of `total`".
 */
export function judgeChange(
  measured: number,
  previous: number | null,
  { comparison, min, max }: Bounded,
  what: string,
  shown: Shown = String,
): { failed: boolean; says: string } {
  const limits = `between ${min ?? 'any number'} and ${max ?? 'any number'}`
  // NaN is within no bounds.
  const outside = (value: number) => (min != null && !(value >= min)) || (max != null && !(value <= max))
  if (comparison === 'Absolute Value')
    return { failed: outside(measured), says: `${what} is ${shown(measured)}, not ${limits}.` }
  if (previous === null) return { failed: false, says: '' }
  const difference = measured - previous
  if (comparison === 'Absolute Change') {
    return {
      failed: outside(difference),
      says: `${what} changed from ${shown(previous)} to ${shown(measured)}, by ${shown(difference)}, which is not ${limits}.`,
    }
  }
  // From zero any change is without bounds, and none is none.
  const percent =
    previous === 0
      ? difference === 0
        ? 0
        : Math.sign(difference) * Number.POSITIVE_INFINITY
      : (difference / previous) * 100
  return {
    failed: outside(percent),
    says: `${what} changed from ${shown(previous)} to ${shown(measured)}, by ${shown(percent.toFixed(3))}%, which is not ${limits}%.`,
  }
}
