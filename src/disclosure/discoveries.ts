import type { DiscoveredContainer } from '../connectors/connector.ts'
import { withheldFailure } from '../engine/masking.ts'
import type { Policy } from './policy.ts'

/** A reason of the source's own, which may quote values, as everybody may read it. */
export function shownReason(reason: string, policy: Policy): string {
  return policy.hidesNothing ? reason : withheldFailure(reason)
}

/** What a source says of a container as everybody may read it: without reasons that may quote values, and remarks on hidden fields. */
export function shownDiscovery(
  { unloadable, remarks = [] }: Pick<DiscoveredContainer, 'unloadable' | 'remarks'>,
  policy: Policy,
): { unloadable: string | null; remarks: string[] } {
  const hidden = [...policy.hidden()]
  return {
    unloadable: unloadable === null ? null : shownReason(unloadable, policy),
    remarks: remarks.filter((remark) => !hidden.some((name) => remark.includes(`"${name}"`))),
  }
}
