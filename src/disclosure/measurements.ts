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
  const shown = measurementReader(versions, policy)
  return measurements.flatMap(({ created, value: held }) => {
    const value = shown(held)
    return value === null ? [] : [{ created, value }]
  })
}

/** Reads one measurement of a check by the same rule: null where nothing of it may be shown. */
export function measurementReader(
  versions: readonly Parameters<typeof computesFromMasked>[0][],
  policy: Policy,
): <Value>(held: Held<Value>) => Value | null {
  const isHidden = versions.some((definition) => computesFromMasked(definition, policy.hidden()))
  return (held) => (isHidden ? null : opened(held))
}
