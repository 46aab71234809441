import { StatementRefused, type Session } from '../../connectors/connector.ts'
import { hold } from '../../kernel/held.ts'
import type { CheckDefinition } from '../../model/check.ts'
import type { DiscoveredField } from '../../model/field.ts'
import type { Expression, Relation } from '../../sql/ast.ts'
import type { PreparedCheck, ScanRequest } from '../check.ts'
import type { ContainerPlan } from '../container-plan.ts'
import { countChecks, type CheckTotals } from '../count-checks.ts'
import { countingOf } from '../counting.ts'
import { familyOf } from '../families/table.ts'
import { planAgainst } from '../scan-plan.ts'

/** A check to be tried, over all rows or over some. */
export interface Tried<Subject> {
  subject: Subject
  definition: Omit<CheckDefinition, 'id'>
  /** Null: all rows. */
  where: Expression | null
}

/** What became of it. */
export interface Tested {
  /** Rows that were judged. */
  asserted: number
  /** Rows against it; null when they cannot be counted. */
  anomalous: number | null
  failed: boolean
}

/**
 * Counts for all of them in the counting pass of scans, so that a check means the same here as there; a rule about groups or totals
 * has its own statement, as in a scan. What does not fit the container, and what the source refuses, has no result.
 */
export async function testChecks<Subject>(
  session: Session,
  relation: Relation,
  request: ScanRequest,
  observed: readonly DiscoveredField[],
  tried: readonly Tried<Subject>[],
): Promise<Map<Subject, Tested>> {
  const checks = tried.map(({ definition }, id) => ({ ...definition, id }))
  // Totals of groups come with their rows: without any row there would be none.
  const plan = planAgainst(session.dialect, { ...request, checks, source_record_limit: 1 }, observed)
  const prepared = plan.checks.map((one) => ({ ...one, filter: tried[one.check.id]?.where ?? one.filter }))
  const counting = countingOf(session, { checks: prepared, request: plan.request })
  const { totals } = await countChecks(session, relation, counting.counted, {
    observed,
    masked: request.masked_fields,
  })
  const results = new Map<Subject, Tested>()
  for (const one of prepared) {
    const subject = tried[one.check.id]?.subject
    const result = await resultOf({ session, plan, relation }, one, totals.get(one.check.id))
    if (subject !== undefined && result !== null) results.set(subject, result)
  }
  return results
}

async function resultOf(
  where: { session: Session; plan: ContainerPlan; relation: Relation },
  prepared: PreparedCheck,
  totals: CheckTotals | undefined,
): Promise<Tested | null> {
  const family = familyOf(prepared.rule)
  if (family.judges === 'fields') {
    const { failed } = family.judge(prepared, where.plan.observed)
    return { asserted: 0, anomalous: null, failed }
  }
  if (!totals) return null
  const { asserted, anomalous } = totals
  if (family.judges === 'rows') return { asserted, anomalous, failed: anomalous > 0 }
  if (family.judges === 'partition') return null
  try {
    const parts = [{ asserted, measures: hold(totals.measures) }]
    const verdict = await family.judge(where, prepared, { asserted, parts })
    if (typeof verdict === 'string') return null
    const { failed, anomalous_records } = verdict.judgement
    return { asserted, anomalous: anomalous_records, failed }
  } catch (error) {
    if (error instanceof StatementRefused) return null
    throw error
  }
}
