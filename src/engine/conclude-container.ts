import type { Session } from '../connectors/connector.ts'
import type { GroupedRule, Groups, Rule } from '../rules/rule.ts'
import type { Relation } from '../sql/ast.ts'
import { column, isNotNull } from '../sql/build.ts'
import { withinCoverage, type PreparedCheck } from './check.ts'
import { judgeComparison } from './comparison.ts'
import { judgeCovered } from './covered.ts'
import { judgeDifference } from './difference.ts'
import { reasonOrThrow } from './elsewhere.ts'
import { judgeEntities } from './entities.ts'
import { capped, rowOutcome } from './evaluate-partition.ts'
import {
  addJudgement,
  addRows,
  noRecords,
  unassertedOutcome,
  type Evaluation,
  type PartialTotals,
  type ShapeFinding,
} from './finding.ts'
import { findDuplicates, groupKey, groupSizes } from './grouped.ts'
import { measure } from './measured.ts'
import { mergedTotals } from './merge.ts'
import { failingRecords } from './records.ts'
import { rowRule } from './reference.ts'
import type { ContainerPlan } from './scan-plan.ts'
import { newRows } from './increment.ts'
import { judgeSegments } from './segments.ts'

/** What is at hand when a container is concluded. */
interface Conclusion {
  session: Session
  plan: ContainerPlan
  relation: Relation
  evaluation: Evaluation
  /** Group sizes by groupKey: checks on the same fields and filter share one statement. */
  sizes: Map<string, ReturnType<typeof groupSizes>>
}

/**
 * Judges what no single partition can: totals merged over all partitions, groups of equal values, segments of time, and
 * numbers that are compared with other containers or earlier scans. `partials` are what the partitions left behind, and
 * `partitions` those that this scan read.
 */
export async function concludeContainer(
  session: Session,
  plan: ContainerPlan,
  partials: readonly Record<number, PartialTotals>[],
  partitions: readonly string[] | 'all' = 'all',
): Promise<Evaluation> {
  const evaluation: Evaluation = {
    records_processed: 0,
    outcomes: [],
    findings: [],
    totals: {},
    measurements: [],
  }
  const { request, observed } = plan
  const all = newRows(session.relation(request.container, observed, partitions), request, observed)
  // A capped scan of one partition judges the rows that it read; over several, groups need every row.
  const relation = partials.length === 1 ? capped(all, plan.request.record_cap) : all
  const conclusion: Conclusion = { session, plan, relation, evaluation, sizes: new Map() }
  for (const prepared of plan.checks) {
    const parts = partials
      .map((partial) => partial[prepared.check.id])
      .filter((partial) => partial !== undefined)
    // A partition that could not evaluate the check has said why; a verdict without it would be wrong.
    if (parts.length < partials.length) continue
    // Where no file is new there is nothing to judge but the container itself.
    if (parts.length === 0 && !judgesContainer(prepared.rule)) continue
    try {
      await judge(conclusion, prepared, parts)
    } catch (error) {
      const reason = reasonOrThrow(error, plan.request)
      evaluation.outcomes.push(unassertedOutcome(prepared.check.id, reason))
    }
  }
  return evaluation
}

function judgesContainer(rule: Rule): boolean {
  return rule.family === 'measured' && rule.measures !== 'value'
}

/** Whether the rule says something of rows, so that without any it says nothing; a total of no rows is one, too. */
function judgesRows(rule: Rule): boolean {
  if (rule.family === 'grouped') return rule.offending === 'duplicates'
  return rule.family === 'segments' || rule.family === 'entity'
}

async function judge(
  conclusion: Conclusion,
  prepared: PreparedCheck<Rule>,
  parts: readonly PartialTotals[],
): Promise<void> {
  const { session, plan, relation, evaluation } = conclusion
  const { rule, input, check } = prepared
  const asserted = parts.reduce((total, part) => total + part.asserted, 0)
  if (asserted === 0 && judgesRows(rule)) {
    evaluation.outcomes.push(rowOutcome(prepared, { asserted, anomalous: 0 }, false))
    return
  }
  switch (rule.family) {
    case 'aggregate': {
      const totals = mergedTotals(rule.measures(input), parts)
      return addJudgement(evaluation, check.id, rule.judge(totals, asserted, input), asserted)
    }
    case 'grouped': {
      const { groups, records } = await group(conclusion, { ...prepared, rule })
      const judged = rule.judge(groups, asserted, input)
      const { anomalous_records: anomalous } = judged
      const judgement =
        anomalous === null ? judged : withinCoverage(judged, check.coverage, anomalous, asserted)
      return addJudgement(evaluation, check.id, judgement, asserted, records)
    }
    case 'segments':
      return addJudgement(
        evaluation,
        check.id,
        await judgeSegments(session, relation, { ...prepared, rule }),
        asserted,
      )
    case 'comparison': {
      const judgement = await judgeComparison(session, relation, { ...prepared, rule }, plan.request)
      return addJudgement(evaluation, check.id, judgement, asserted)
    }
    case 'difference': {
      const { judgement, records, compared } = await judgeDifference(session, { ...prepared, rule }, plan)
      return addJudgement(evaluation, check.id, judgement, compared, records)
    }
    case 'entity': {
      const { judgement, records } = await judgeEntities(session, { ...prepared, rule }, plan)
      return addJudgement(evaluation, check.id, judgement, asserted, records)
    }
    case 'measured':
      return judgeMeasured(conclusion, { ...prepared, rule }, parts, asserted)
    case 'row':
    case 'reference':
    case 'text':
      return judgeCovered(conclusion, prepared, parts)
    default:
      // Judged before: by the schema, or partition by partition.
      return undefined
  }
}

async function group(
  { session, plan, relation, sizes }: Conclusion,
  prepared: PreparedCheck<GroupedRule>,
): Promise<{ groups: Groups; records: ShapeFinding['records'] }> {
  if (prepared.rule.offending === 'duplicates')
    return findDuplicates(session, relation, prepared, plan.request.source_record_limit)
  const key = groupKey(prepared)
  const groups = sizes.get(key) ?? groupSizes(session, relation, prepared)
  sizes.set(key, groups)
  return { groups: await groups, records: noRecords() }
}

async function judgeMeasured(
  conclusion: Conclusion,
  prepared: PreparedCheck<Extract<Rule, { family: 'measured' }>>,
  parts: readonly PartialTotals[],
  asserted: number,
): Promise<void> {
  const { session, plan, relation, evaluation } = conclusion
  const { rule, input, check } = prepared
  const measured = await measure(session, prepared, parts, asserted, plan)
  if (typeof measured === 'string') {
    evaluation.outcomes.push(unassertedOutcome(check.id, measured))
    return
  }
  evaluation.measurements?.push({ check_id: check.id, value: measured })
  const judgement = rule.judge(measured, plan.request.measurements.get(check.id) ?? [], input)
  if (!judgement.failed || rule.measures !== 'value')
    return addJudgement(evaluation, check.id, judgement, asserted)
  // The row that holds the value is the anomaly: a metric is found in one row, not in the container.
  const says = () => ({ record: judgement.says, shape: judgement.says })
  const rowCheck = { ...prepared, rule: rowRule({ ...rule, says }, isNotNull(column(input.field)), 'row') }
  const records = await failingRecords(session, relation, [rowCheck], plan.request.masked_fields)
  addRows(
    evaluation,
    records.map((record) => ({
      ...record,
      // The measured number is part of the sentence, and not of the row.
      failed_checks: record.failed_checks.map((failed) =>
        failed.template?.every((part) => typeof part === 'string') ? { ...failed, template: null } : failed,
      ),
    })),
  )
  evaluation.outcomes.push({
    check_id: check.id,
    assertion_result: 'failed',
    assertion_details: null,
    asserted_records: asserted,
    anomalous_records: records.length,
  })
}
