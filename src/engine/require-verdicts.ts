import type { PreparedCheck } from './check.ts'
import type { Evaluation } from './finding.ts'

/**
 * Throws when one of the checks has neither a verdict nor totals that are judged later: left in silence it would look
 * like one that passed. `where` is the step that owed the verdicts, as a message names it.
 */
export function requireVerdicts(
  due: readonly PreparedCheck[],
  { outcomes, totals }: Pick<Evaluation, 'outcomes' | 'totals'>,
  where: string,
): void {
  const judged = new Set(outcomes.map(({ check_id }) => check_id))
  const silent = due.filter(({ check: { id } }) => !judged.has(id) && !(id in totals))
  const [first] = silent
  if (!first) return
  const others = silent.length === 1 ? '' : `, and ${silent.length - 1} more`
  throw new Error(
    `${where} reached no verdict on the check ${first.check.id} (${first.rule.type}, family ${first.rule.family})${others}. This is a fault of the service; please report it.`,
  )
}
