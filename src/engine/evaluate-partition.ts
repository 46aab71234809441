import { StatementRefused, type HeldSession, type Session } from '../connectors/connector.ts'
import { readable } from '../connectors/readable.ts'
import { hold } from '../kernel/held.ts'
import type { RowRule } from '../rules/rule.ts'
import type { Relation } from '../sql/ast.ts'
import { exceedsCoverage, failingRows, maskedInReach, type PreparedCheck } from './check.ts'
import type { ContainerPlan } from './container-plan.ts'
import { countChecks, type CheckCounts, type CheckTotals } from './count-checks.ts'
import { countingOf, findByService, readsAgain, withoutProven } from './counting.ts'
import { familyOf } from './families/table.ts'
import { proveChecks, type Proofs } from './proof/proofs.ts'
import type { PartitionRange } from './range.ts'
import { reachedPoint } from './reached-point.ts'
import { keepRows, scannedRows } from './relation.ts'
import { withNumbers } from './rows-by-number.ts'
import {
  addJudgement,
  heldBatches,
  noRecords,
  unassertedOutcome,
  type CheckOutcome,
  type Evaluation,
  type RecordFinding,
  type ShapeFinding,
} from './finding.ts'
import { about, noteStatements } from './noted-session.ts'
import { namedField, shapeMessage, togetherMessage } from './message.ts'
import { recordsTogether, type WantedRecords } from './records-together.ts'
import { failingRecords, sampleRecords } from './records.ts'
import { refusal } from './refusal.ts'
import { requireVerdicts } from './require-verdicts.ts'

/** The reason of a check that had no rows to judge. */
const nothingToAssert = 'There were no rows to judge.'

/**
 * Evaluates all checks that need rows over one partition: one counting pass, then one statement for all rows of
 * the checks at or under the roll-up threshold and one sample for each check above it, read when its finding is stored.
 * A partition that is a range of a table leaves checks with a coverage below 1 to the conclusion: where the table was cut
 * must not change their verdict.
 */
export async function evaluatePartition(
  held: HeldSession,
  plan: ContainerPlan,
  partition: string | PartitionRange,
): Promise<Evaluation> {
  const { request, observed } = plan
  const { session, notes } = noteStatements(readable(held), maskedInReach(request))
  const isRange = typeof partition !== 'string'
  const part = isRange ? partition : [partition]
  const relation = scannedRows(session, request, observed, part)
  const evaluation = await evaluateRows(session, plan, relation, {
    name: isRange ? partition.name : partition,
    isRange,
  })
  const rows = evaluation.records_processed
  const highest = await reachedPoint(session, plan, { part, relation, rows })
  return { ...evaluation, highest, statements: notes }
}

/** `evaluatePartition` over a relation that stands for the rows of the partition. */
async function evaluateRows(
  session: Session,
  plan: ContainerPlan,
  relation: Relation,
  part: { name: string; isRange: boolean },
): Promise<Evaluation> {
  const { request } = plan
  const counting = countingOf(session, plan)
  if (readsAgain(counting, plan)) keepRows(session, relation, request)
  const proofs = await proveChecks(session, plan, counting.by_source, part.isRange ? null : part.name)
  const pass = await countChecks(session, relation, withoutProven(counting.counted, proofs), {
    observed: plan.observed,
    masked: maskedInReach(request),
  })
  pass.unasserted.push(...counting.unasserted)
  const rowChecks = [
    ...counting.by_source,
    ...(await findByService(relation, counting.by_service, pass, request)),
  ]
  const evaluation: Evaluation = { records_processed: pass.rows, outcomes: [], findings: [], totals: {} }
  evaluation.outcomes.push(...pass.unasserted.map(({ check, reason }) => unassertedOutcome(check.id, reason)))

  judgePartition(plan, pass.rows, part.name, evaluation)
  keepTotals(plan, pass, evaluation)
  const isLeft = ({ check }: PreparedCheck) => part.isRange && check.coverage < 1
  keepShares(rowChecks.filter(isLeft), pass, evaluation)
  const judged = rowChecks.filter((prepared) => !isLeft(prepared))
  await judgeRows(session, plan, withNumbers(session, relation), judged, pass, evaluation)
  nameProofs(evaluation, proofs)
  const judgedBefore = new Set(plan.schema.outcomes.map(({ check_id }) => check_id))
  const due = plan.checks.filter(({ check }) => !judgedBefore.has(check.id))
  requireVerdicts(due, evaluation, `The partition "${part.name}" of "${request.container.name}"`)
  return evaluation
}

/** Of a check without rows to judge nothing was to be proven. */
function nameProofs({ outcomes }: Evaluation, proofs: Proofs): void {
  for (const outcome of outcomes) {
    const proof = proofs.get(outcome.check_id)
    if (proof !== undefined && outcome.assertion_result === 'passed') outcome.proof = proof
  }
}

function judgePartition(plan: ContainerPlan, rows: number, partition: string, into: Evaluation): void {
  const { record_cap } = plan.request
  for (const prepared of plan.checks) {
    const family = familyOf(prepared.rule)
    if (family.judges !== 'partition') continue
    const judgement = family.judge(prepared, { name: partition, rows })
    // Where the cap ended the reading, the partition may have more rows: the verdict stands if it is the same of any number.
    const isCut = record_cap !== null && rows >= record_cap
    const most = isCut
      ? family.judge(prepared, { name: partition, rows: Number.MAX_SAFE_INTEGER })
      : judgement
    if (most.failed === judgement.failed)
      addJudgement(into, prepared.check.id, judgement, rows, noRecords(), partition)
    else
      into.outcomes.push(
        unassertedOutcome(
          prepared.check.id,
          `The scan read at most ${record_cap} records of each partition, which does not tell how many \`${partition}\` has; scan without max_records_analyzed_per_partition.`,
        ),
      )
  }
}

function keepTotals(plan: ContainerPlan, pass: CheckCounts, into: Evaluation): void {
  for (const { check, rule } of plan.checks) {
    if (familyOf(rule).judges !== 'container') continue
    const totals = pass.totals.get(check.id)
    if (totals) into.totals[check.id] = { asserted: totals.asserted, measures: hold(totals.measures) }
  }
}

/** Leaves the failing rows of each check as a measure, for judgeCutCoverage to add up. */
function keepShares(
  checks: readonly PreparedCheck<RowRule>[],
  { totals: found }: CheckCounts,
  into: Evaluation,
): void {
  for (const { check } of checks) {
    const totals = found.get(check.id)
    if (totals)
      into.totals[check.id] = { asserted: totals.asserted, measures: hold({ anomalous: totals.anomalous }) }
  }
}

/** A check that failed, with what was counted of it and which of its rows are read. */
type Failing = WantedRecords & { asserted: number }

/** The one finding about all failing rows of a check. */
const shapeFinding = (
  { prepared, asserted, anomalous }: Failing,
  records: ShapeFinding['records'],
): ShapeFinding => ({
  type: 'shape',
  check_id: prepared.check.id,
  partition: null,
  message: shapeMessage(prepared, asserted, anomalous),
  message_together: (all) => togetherMessage(prepared, all),
  named_field: namedField(prepared),
  anomalous_records_count: anomalous,
  records,
})

async function judgeRows(
  session: Session,
  plan: ContainerPlan,
  relation: Relation,
  checks: readonly PreparedCheck<RowRule>[],
  pass: CheckCounts,
  into: Evaluation,
): Promise<void> {
  const { rollup_threshold: threshold, source_record_limit: limit } = plan.request
  const failing: Failing[] = []
  for (const prepared of checks) {
    const totals = pass.totals.get(prepared.check.id)
    if (!totals) continue
    const failed = fails(prepared, totals)
    const isListed = prepared.check.coverage === 1 && totals.anomalous <= threshold
    into.outcomes.push({ ...rowOutcome(prepared, totals, failed), rolled_up: failed && !isListed })
    if (failed) failing.push({ prepared, kind: isListed ? 'each' : 'sample', ...totals })
  }
  const together = await recordsTogether(session, { relation, rows: pass.rows }, failing, limit)
  for (const wanted of failing) {
    if (wanted.kind === 'each') continue
    const { prepared } = wanted
    const records = together
      ? heldBatches([together.samples.get(prepared.check.id) ?? []])
      : sampleRecords(about(session, [prepared.check.id]), relation, failingRows(prepared), limit)
    into.findings.push(shapeFinding(wanted, records))
  }
  const listed = failing.flatMap(({ kind, prepared }) => (kind === 'each' ? prepared : []))
  const found =
    together?.findings ?? (await recordsOf(session, relation, listed, maskedInReach(plan.request), into))
  into.findings.push(...found)
}

/** The failing rows; a check that was counted but whose rows the source refuses to show becomes unasserted, and the others keep theirs. */
async function recordsOf(
  session: Session,
  relation: Relation,
  checks: readonly PreparedCheck<RowRule>[],
  masked: ReadonlySet<string>,
  into: Evaluation,
): Promise<RecordFinding[]> {
  try {
    return await failingRecords(session, relation, checks)
  } catch (error) {
    if (!(error instanceof StatementRefused)) throw error
  }
  const sound: PreparedCheck<RowRule>[] = []
  for (const prepared of checks) {
    try {
      await failingRecords(session, relation, [prepared])
      sound.push(prepared)
    } catch (error) {
      if (!(error instanceof StatementRefused)) throw error
      const at = into.outcomes.findIndex(({ check_id }) => check_id === prepared.check.id)
      into.outcomes[at] = unassertedOutcome(prepared.check.id, refusal(error, masked))
    }
  }
  return failingRecords(session, relation, sound)
}

type Share = Pick<CheckTotals, 'asserted' | 'anomalous'>

/** Coverage is the share of asserted rows that must pass; exactly that share passes. */
export function fails({ check }: PreparedCheck, { asserted, anomalous }: Share): boolean {
  return check.coverage === 1 ? anomalous > 0 : exceedsCoverage(check.coverage, anomalous, asserted)
}

/** The verdict on a check of rows; unasserted when there were none. */
export function rowOutcome(
  { check }: PreparedCheck,
  { asserted, anomalous }: Share,
  failed: boolean,
): CheckOutcome {
  const verdict = failed ? 'failed' : 'passed'
  return {
    check_id: check.id,
    assertion_result: asserted === 0 ? 'unasserted' : verdict,
    assertion_details: asserted === 0 ? nothingToAssert : null,
    asserted_records: asserted,
    anomalous_records: anomalous,
  }
}
