import type { Environment } from '../../access/context.ts'
import { policyOf } from '../../disclosure/policies.ts'
import { shownProposals } from '../../disclosure/inferred.ts'
import type { Policy } from '../../disclosure/policy.ts'
import type { Inferred } from '../../engine/inference/infer-checks.ts'
import type { Proposal } from '../../engine/inference/decide.ts'
import { inferences } from '../../inferences/registry.ts'
import { isOpenStatus } from '../../model/check.ts'
import { checksOfContainer, type KnownCheck } from '../../store/inferred-checks.ts'
import { lockFindings } from '../../store/identities.ts'
import type { Queryable } from '../../store/pool.ts'
import {
  adaptiveRules,
  changeInferred,
  makeInferred,
  retireInferred,
  type Writing,
} from './write-inferred.ts'

/** What a profile is to do with what it found. */
export interface InferenceSettings {
  /** From 1 to 5. */
  level: number
  as_draft: boolean
}

/** What became of the inferred checks of a container. */
interface Synchronized {
  /** Active and Draft ones afterwards. */
  in_force: number
  added: number
  /** Changed, brought back and put away. */
  updated: number
}

/**
 * Brings the inferred checks of a container in line with what a profile found. A check is one by its rule and fields: there is no
 * second one beside one that people wrote, edited or put away. One that still holds stays as it is, also where few rows are against
 * it; one that the data no longer bears out is changed, or put away unless it has found something.
 */
export async function keepInferred(
  { clock }: Pick<Environment, 'clock'>,
  transaction: Queryable,
  containerId: number,
  inferred: Inferred,
  settings: InferenceSettings,
): Promise<Synchronized> {
  // Other profiles wait for it, and who masks a field: the policy is the one in force when this is read.
  await lockFindings(transaction, containerId)
  const policy = await policyOf(transaction, containerId)
  const now = (await clock.now(transaction)).toISOString()
  const writing: Writing = { transaction, container_id: containerId, now, as_draft: settings.as_draft }
  const known = Map.groupBy(await checksOfContainer(transaction, containerId, 'lock'), identityOf)
  const proposals = new Map(
    shownProposals(inferred.proposals, policy).map((proposal) => [identityOf(proposal), proposal]),
  )
  const unknown = [...proposals].filter(([identity]) => !known.has(identity))
  const added = await makeInferred(
    writing,
    unknown.map(([, proposal]) => proposal),
  )
  const done: Synchronized = { in_force: added, added, updated: 0 }
  for (const [identity, checks] of known) {
    const proposal = checks.every((check) => check.inferred) ? proposals.get(identity) : undefined
    for (const check of checks.filter(({ inferred: is }) => is)) {
      const outcome = await settle(writing, check, proposal, { inferred, policy, level: settings.level })
      if (outcome !== 'unchanged') done.updated += 1
      if (outcome === 'changed' || (outcome === 'unchanged' && isOpenStatus(check.status))) done.in_force += 1
    }
  }
  return done
}

const identityOf = ({ rule_type, fields }: Pick<Proposal, 'rule_type' | 'fields'>): string =>
  JSON.stringify([rule_type, fields.toSorted()])

interface Found {
  inferred: Inferred
  policy: Policy
  level: number
}

async function settle(
  writing: Writing,
  check: KnownCheck,
  proposal: Proposal | undefined,
  found: Found,
): Promise<'unchanged' | 'changed' | 'retired'> {
  if (check.retired && proposal) return changeInferred(writing, check, proposal, 'revive')
  if (!isOpenStatus(check.status)) return 'unchanged'
  const standing = found.inferred.standing.get(check.id)
  const shows = showsHidden(check, found.policy)
  const isBorneOut = standing !== undefined && standing !== 'is_broken'
  if (proposal && (adaptiveRules.has(check.rule_type) || !isBorneOut))
    return changeInferred(writing, check, proposal, 'keep')
  if (isBorneOut && !shows && isOfLevel(check, found.level)) return 'unchanged'
  // What has found something is for a person to judge.
  if (check.has_anomalies && !shows) return 'unchanged'
  await retireInferred(writing, check)
  return 'retired'
}

/** True when it holds values of a field that was masked since. */
function showsHidden({ rule_type, fields }: KnownCheck, policy: Policy): boolean {
  const shows = inferences.all().some((one) => one.rule_type === rule_type && one.shows_values)
  return shows && fields.some((name) => policy.hides(name))
}

/** True when so much effort finds checks of this rule, with or without exceptions by their coverage. */
function isOfLevel({ rule_type, coverage }: KnownCheck, level: number): boolean {
  const least = coverage < 1 ? 5 : 1
  return inferences.all().some((one) => one.rule_type === rule_type && Math.max(one.level, least) <= level)
}
