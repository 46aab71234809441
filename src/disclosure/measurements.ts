import { computesFromMasked } from '../engine/masking.ts'
import { opened, type Held } from '../kernel/held.ts'
import type { Policy } from './policy.ts'

/**
 * What scans measured for a check, as everybody may read it: nothing where one of its versions, all of which are given,
 * computes from a hidden field, because what an older one measured is kept too.
 */
export function shownMeasurements(
  measurements: readonly { created: string; value: Held<number> }[],
  versions: readonly Parameters<typeof computesFromMasked>[0][],
  policy: Policy,
): { created: string; value: number }[] {
  if (versions.some((definition) => computesFromMasked(definition, policy.hidden()))) return []
  return measurements.map(({ created, value }) => ({ created, value: opened(value) }))
}
