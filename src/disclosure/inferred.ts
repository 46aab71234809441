import type { Proposal } from '../engine/inference/decide.ts'
import { inferences } from '../inferences/registry.ts'
import { opened, type Held } from '../kernel/held.ts'
import { withholdInferredChecks } from '../store/inferred-checks.ts'
import type { Queryable } from '../store/pool.ts'
import type { Policy } from './policy.ts'

/** The proposals that show no value of a field that is hidden now: what a check holds, everybody may read. */
export function shownProposals(proposals: Held<Proposal[]>, policy: Policy): Proposal[] {
  return opened(proposals).filter(({ shows }) => !shows.some((name) => policy.hides(name)))
}

/** Takes the values of fields that are masked now out of the checks that profiles inferred; such a check is put away. */
export async function withholdInferred(
  transaction: Queryable,
  containerId: number,
  hidden: readonly string[],
): Promise<void> {
  const showing = inferences.all().filter(({ shows_values }) => shows_values)
  const rule_types = [...new Set(showing.map(({ rule_type }) => rule_type))]
  await withholdInferredChecks(transaction, containerId, { rule_types, fields: hidden })
}
