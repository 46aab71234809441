import type { Cell } from '../kernel/cell.ts'
import { StatementRefused, type Session } from '../connectors/connector.ts'
import type { AggregateRule, GroupedRule, Groups, Judgement } from '../rules/rule.ts'
import type { Relation } from '../sql/ast.ts'
import { refusal } from './aggregate.ts'
import { ofFamily, type PreparedCheck } from './check.ts'
import { capped } from './evaluate-partition.ts'
import {
  noRecords,
  unassertedOutcome,
  type Evaluation,
  type PartialTotals,
  type ShapeFinding,
} from './finding.ts'
import { duplicateRows, groupKey, groupSizes } from './grouped.ts'
import { mergeCells } from './merge.ts'
import { sampleRecords } from './records.ts'
import type { ScanPlan } from './scan-plan.ts'

/**
 * Judges what no single partition can: totals merged over all partitions, and groups of equal values over the whole
 * container. `partials` are the totals that the partitions left behind.
 */
export async function concludeContainer(
  session: Session,
  plan: Omit<ScanPlan, 'partitions'>,
  partials: readonly Record<number, PartialTotals>[],
): Promise<Evaluation> {
  const evaluation: Evaluation = { records_processed: 0, outcomes: [], findings: [], totals: {} }
  for (const prepared of ofFamily(plan.checks, 'aggregate')) judgeTotals(prepared, partials, evaluation)
  const grouped = ofFamily(plan.checks, 'grouped')
  if (grouped.length > 0) {
    const all = session.relation(plan.request.container, plan.observed, 'all')
    // A capped scan of one partition judges the rows that it read; over several, groups need every row.
    const relation = partials.length === 1 ? capped(all, plan.request.record_cap) : all
    await judgeGroups(session, plan, relation, grouped, partials, evaluation)
  }
  return evaluation
}

/**
 * What the partitions left of one check; undefined when one of them could not evaluate it, since a total without it
 * would be wrong and the partition has already said why.
 */
function partialsOf(
  checkId: number,
  partials: readonly Record<number, PartialTotals>[],
): { asserted: number; parts: PartialTotals[] } | undefined {
  const parts = partials.map((partial) => partial[checkId]).filter((partial) => partial !== undefined)
  if (parts.length < partials.length || parts.length === 0) return undefined
  return { asserted: parts.reduce((total, part) => total + part.asserted, 0), parts }
}

function judgeTotals(
  { check, rule, input }: PreparedCheck<AggregateRule>,
  partials: readonly Record<number, PartialTotals>[],
  into: Evaluation,
): void {
  const merged = partialsOf(check.id, partials)
  if (!merged) return
  const totals: Record<string, Cell> = {}
  for (const [name, measure] of Object.entries(rule.measures(input))) {
    const cells = merged.parts.map((part) => part.measures[name] ?? null)
    totals[name] = mergeCells(measure.aggregate, cells)
  }
  addJudgement(check.id, rule.judge(totals, merged.asserted, input), merged.asserted, into)
}

async function judgeGroups(
  session: Session,
  plan: Omit<ScanPlan, 'partitions'>,
  relation: Relation,
  checks: readonly PreparedCheck<GroupedRule>[],
  partials: readonly Record<number, PartialTotals>[],
  into: Evaluation,
): Promise<void> {
  const sizes = new Map<string, Groups>()
  for (const prepared of checks) {
    const { check, rule, input } = prepared
    const asserted = partialsOf(check.id, partials)?.asserted
    if (asserted === undefined) continue
    try {
      const groups = sizes.get(groupKey(prepared)) ?? (await groupSizes(session, relation, prepared))
      sizes.set(groupKey(prepared), groups)
      const judgement = withCoverage(rule.judge(groups, asserted, input), check.coverage, asserted)
      const rows =
        rule.offending === 'duplicates'
          ? sampleRecords(
              session,
              relation,
              duplicateRows(relation, prepared),
              plan.request.source_record_limit,
            )
          : noRecords()
      addJudgement(check.id, judgement, asserted, into, rows)
    } catch (error) {
      if (!(error instanceof StatementRefused)) throw error
      into.outcomes.push(unassertedOutcome(check.id, refusal(error, plan.request.masked_fields)))
    }
  }
}

/** A failing share within what coverage tolerates passes. */
function withCoverage(judgement: Judgement, coverage: number, asserted: number): Judgement {
  if (!judgement.failed || coverage === 1 || judgement.anomalous_records === null) return judgement
  return {
    ...judgement,
    failed: asserted > 0 && judgement.anomalous_records / asserted > 1 - coverage + 1e-12,
  }
}

function addJudgement(
  checkId: number,
  judgement: Judgement,
  asserted: number,
  into: Evaluation,
  records: ShapeFinding['records'] = noRecords(),
): void {
  into.outcomes.push({
    check_id: checkId,
    assertion_result: judgement.failed ? 'failed' : 'passed',
    assertion_details: null,
    asserted_records: asserted,
    anomalous_records: judgement.anomalous_records ?? 0,
  })
  if (!judgement.failed) return
  into.findings.push({
    type: 'shape',
    check_id: checkId,
    message: judgement.says,
    anomalous_records_count: judgement.anomalous_records,
    records,
  })
}
