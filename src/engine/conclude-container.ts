import type { HeldSession, Session } from '../connectors/connector.ts'
import { readable } from '../connectors/readable.ts'
import type { Rule } from '../rules/rule.ts'
import { type PreparedCheck, failingRows, maskedInReach } from './check.ts'
import type { ContainerPlan } from './container-plan.ts'
import { rereading } from './counting.ts'
import { rowOutcome, fails } from './evaluate-partition.ts'
import type { Conclusion, ContainerFamily, RowsFamily } from './families/family.ts'
import { familyOf } from './families/table.ts'
import { addJudgement, addRows, unassertedOutcome, type Evaluation, type PartialTotals } from './finding.ts'
import { givenUp } from './lost-statements.ts'
import { keepRows, scannedRows } from './relation.ts'
import { reasonOrThrow } from './refusal.ts'
import { requireVerdicts } from './require-verdicts.ts'
import { cellToNumber } from '../kernel/cell.ts'
import { opened } from '../kernel/held.ts'
import { namedField, shapeMessage } from './message.ts'
import { about, noteStatements } from './noted-session.ts'
import { sampleRecords } from './records.ts'
import { lastModification } from './whole-container.ts'

/**
 * Judges what no single partition can: totals merged over all partitions, groups of equal values, segments of time, and
 * numbers that are compared with other containers or earlier scans. `partials` are what the partitions left behind, and
 * `partitions` those that this scan read.
 */
export async function concludeContainer(
  held: HeldSession,
  plan: ContainerPlan,
  partials: readonly Record<number, PartialTotals>[],
  partitions: readonly string[] | 'all' = 'all',
): Promise<Evaluation> {
  const { session, notes } = noteStatements(readable(held), maskedInReach(plan.request))
  const evaluation: Evaluation = {
    records_processed: 0,
    outcomes: [],
    findings: [],
    totals: {},
    measurements: [],
    statements: notes,
  }
  const { request, observed } = plan
  // A capped scan of one partition judges the rows that it read; over several, groups need every row.
  const record_cap = partials.length === 1 ? request.record_cap : null
  const relation = scannedRows(session, { ...request, record_cap }, observed, partitions)
  if (rereading(plan.checks) > 1) keepRows(session, relation, { record_cap })
  const conclusion: Conclusion = { session, plan, relation }
  for (const prepared of plan.checks) {
    const parts = partials
      .map((partial) => partial[prepared.check.id])
      .filter((partial) => partial !== undefined)
    // A partition that could not evaluate the check has said why; a verdict without it would be wrong.
    if (parts.length < partials.length) continue
    const refused = givenUp(request, prepared)
    if (refused !== null) {
      evaluation.outcomes.push(unassertedOutcome(prepared.check.id, refused.reason))
      continue
    }
    try {
      const own = { ...conclusion, session: about(session, [prepared.check.id]) }
      await conclude(own, prepared, parts, evaluation)
    } catch (error) {
      const reason = reasonOrThrow(error, plan.request)
      evaluation.outcomes.push(unassertedOutcome(prepared.check.id, reason))
    }
  }
  if (request.tracking?.freshness === true) evaluation.modified = await modifiedAt(session, plan)
  // Totals that all partitions left are judged here or nowhere.
  const due = plan.checks.filter(
    ({ check }) => partials.length > 0 && partials.every((partial) => check.id in partial),
  )
  requireVerdicts(due, evaluation, `The conclusion of "${request.container.name}"`)
  return evaluation
}

/** A source that refuses the question does not say; the checks that ask it have their own reason. */
async function modifiedAt(session: Session, plan: ContainerPlan): Promise<string | null> {
  try {
    const modified = await lastModification(session, plan)
    return modified === null ? null : new Date(modified).toISOString()
  } catch (error) {
    reasonOrThrow(error, plan.request)
    return null
  }
}

async function conclude(
  conclusion: Conclusion,
  prepared: PreparedCheck,
  parts: readonly PartialTotals[],
  into: Evaluation,
): Promise<void> {
  const kept = conclusion.plan.kept?.get(prepared.check.id)
  if (kept) {
    into.outcomes.push(kept.outcome)
    if (kept.finding) into.findings.push(kept.finding)
    return
  }
  const family = familyOf(prepared.rule)
  switch (family.judges) {
    case 'container':
      // Where no file is new there is nothing to judge but the container itself.
      if (parts.length > 0 || family.about(prepared.rule) === 'container')
        await judgeContainer(conclusion, family, prepared, parts, into)
      return
    case 'rows':
      if (parts.length > 0) await judgeCutCoverage(conclusion, family, prepared, parts, into)
      return
    case 'fields':
    case 'partition':
      // Judged before.
      return
  }
}

async function judgeContainer(
  conclusion: Conclusion,
  family: ContainerFamily<Rule>,
  prepared: PreparedCheck,
  parts: readonly PartialTotals[],
  into: Evaluation,
): Promise<void> {
  const { id } = prepared.check
  const asserted = parts.reduce((total, part) => total + part.asserted, 0)
  if (asserted === 0 && family.about(prepared.rule) === 'rows') {
    into.outcomes.push(rowOutcome(prepared, { asserted, anomalous: 0 }, false))
    return
  }
  const verdict = await family.judge(conclusion, prepared, { asserted, parts })
  if (typeof verdict === 'string') {
    into.outcomes.push(unassertedOutcome(id, verdict))
    return
  }
  const { judgement, measured } = verdict
  if (measured !== undefined) into.measurements?.push({ check_id: id, value: measured })
  if (!judgement.failed || verdict.rows === undefined) {
    addJudgement(into, id, judgement, verdict.asserted ?? asserted, verdict.records)
    nameProof(into, verdict.proof)
    return
  }
  const rows = await verdict.rows()
  addRows(into, rows)
  into.outcomes.push({
    check_id: id,
    assertion_result: 'failed',
    assertion_details: null,
    asserted_records: asserted,
    anomalous_records: rows.length,
  })
}

/** Says of the verdict that was reached last how it was proven, where it was. */
function nameProof({ outcomes }: Evaluation, proof: string | null = null): void {
  const last = outcomes.at(-1)
  if (last && proof !== null) last.proof = proof
}

/**
 * Judges a check of rows with a coverage below 1 over all ranges of a cut table, from what each of them counted; only one
 * that fails reads rows again, for its sample.
 */
async function judgeCutCoverage(
  { session, plan, relation }: Conclusion,
  family: RowsFamily<Rule>,
  prepared: PreparedCheck,
  parts: readonly PartialTotals[],
  into: Evaluation,
): Promise<void> {
  const { request } = plan
  const asserted = parts.reduce((total, part) => total + part.asserted, 0)
  const anomalous = parts.reduce(
    (total, { measures }) => total + cellToNumber(opened(measures)['anomalous']),
    0,
  )
  const failed = fails(prepared, { asserted, anomalous })
  if (failed) {
    const search = family.search(session, prepared, request)
    const rowCheck = search.by === 'source' ? search.prepared : (await search.find(relation)).prepared
    into.findings.push({
      type: 'shape',
      check_id: prepared.check.id,
      partition: null,
      message: shapeMessage(rowCheck, asserted, anomalous),
      message_together: null,
      named_field: namedField(rowCheck),
      anomalous_records_count: anomalous,
      records: sampleRecords(session, relation, failingRows(rowCheck), request.source_record_limit),
    })
  }
  into.outcomes.push({ ...rowOutcome(prepared, { asserted, anomalous }, failed), rolled_up: failed })
}
