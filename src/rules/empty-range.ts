import { invalidMember } from '../kernel/errors.ts'

/** One of two bounds: the property that gives it, and what it says (null: nothing, so nothing is bounded). */
export interface Bound {
  member: string
  value: string | number | null | undefined
}

/**
 * Refuses with 422 two bounds that leave nothing between them. `order` is above 0 where the lower one is the greater; equal ones
 * leave themselves, unless one of them is excluded. `subject` is what would pass, e.g. "value".
 */
export function refuseEmptyRange(
  lower: Bound,
  upper: Bound,
  order: (lower: string | number, upper: string | number) => number,
  { subject, excluded = false, above = 'above' }: { subject: string; excluded?: boolean; above?: string },
): void {
  if (lower.value == null || upper.value == null) return
  const compared = order(lower.value, upper.value)
  if (compared < 0 || (compared === 0 && !excluded)) return
  const fault =
    compared > 0
      ? `${lower.member} (${lower.value}) is ${above} ${upper.member} (${upper.value})`
      : `${lower.member} and ${upper.member} are both ${lower.value}, and not both of them are included`
  throw invalidMember(['properties', lower.member], `${fault}; no ${subject} could pass.`)
}
