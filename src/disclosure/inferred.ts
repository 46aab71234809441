import type { Proposal } from '../engine/inference/decide.ts'
import { opened, type Held } from '../kernel/held.ts'
import type { Policy } from './policy.ts'

/** The proposals that show no value of a field that is hidden now: what a check holds, everybody may read. */
export function shownProposals(proposals: Held<Proposal[]>, policy: Policy): Proposal[] {
  return opened(proposals).filter(({ shows }) => !shows.some((name) => policy.hides(name)))
}
